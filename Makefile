# Every verb sets up its own environment: on a fresh machine `make play` and `make test` need Python 3.11+ and nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# The tests of compiled code run three times. Bounds-checked: it could read or write beyond an array. Uncompiled: coverage sees it.
COMPILED := tests/rules tests/editions tests/laws tests/bots tests/test_documents.py tests/test_golden.py tests/test_perft.py \
  tests/env/test_observation.py tests/env/test_vector.py
PYTEST := $(BIN)/python -m pytest -q -n 2
COVERAGE := --cov=millefiori --cov-branch --cov-report=

.PHONY: help play terminal test examples rivals browser lint types bench docs screenshots golden clean

help:                   ## this list
	@grep -E "^[a-z]+:.*##" $(MAKEFILE_LIST) | sed "s/:.*##/\t/"

play: $(READY)          ## play in the browser: opens the page
	$(BIN)/millefiori serve --open

terminal: $(READY)      ## a game in the terminal
	$(BIN)/millefiori play

test: $(READY) browser  ## all tests; those of compiled code also bounds-checked, and uncompiled for their coverage
	$(PYTEST) $(COMPILED)
	$(PYTEST) $(addprefix --ignore=,$(COMPILED)) $(COVERAGE)
	NUMBA_BOUNDSCHECK=1 $(PYTEST) $(COMPILED)
	NUMBA_DISABLE_JIT=1 $(PYTEST) $(COMPILED) $(COVERAGE) --cov-append
	$(BIN)/coverage report --include='millefiori/rules/*' --fail-under=100
	$(BIN)/coverage report --fail-under=94

examples: $(READY)      ## the examples that need PyTorch, too: installs it, tests them, and draws the curves of docs/
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt torch
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[cli,web,rl,examples,dev]'
	$(BIN)/python -m pytest -q tests/env/test_examples.py
	$(BIN)/python examples/policy_gradient.py --plot docs/policy-gradient.svg
	$(BIN)/python examples/maskable_ppo.py --plot docs/maskable-ppo.svg
	$(BIN)/python examples/openspiel_ismcts.py

rivals: $(READY)        ## our environments beside other frameworks, which get an environment of their own
	$(PYTHON) -m venv .rivals
	.rivals/bin/python -m pip install --quiet --disable-pip-version-check open_spiel==2.0.2 'pettingzoo[classic]==1.27.0' \
	  rlcard==1.2.0 pgx==2.6.0 jax==0.10.2 jaxlib==0.10.2
	$(BIN)/python benchmarks/env.py --rivals .rivals/bin/python

browser: $(READY)       ## a Chromium for the tests of the page, where there is none
	@command -v chromium >/dev/null || $(BIN)/python -m tests.browser.find 2>/dev/null || \
	  { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq chromium; } || \
	  $(BIN)/playwright install chromium

lint: $(READY) types    ## format, style, types, generated documentation
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/cog --check README.md docs/*.md

types: $(READY)         ## the types of the page's modules, where Node is there
	@if command -v npx >/dev/null; then npx --yes --package typescript@5 tsc -p tests/browser/tsconfig.json; \
	else echo "no Node: the page's types are not checked"; fi

bench: $(READY) browser ## measure, and write the results into benchmarks/
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/bots.py
	$(BIN)/python benchmarks/env.py
	$(BIN)/python benchmarks/server.py

screenshots: $(READY) browser  ## take the pictures of the page anew
	$(BIN)/python docs/screenshots.py

docs: $(READY)          ## bring the generated parts of the documentation up to date
	$(BIN)/python -m millefiori.docs
	$(BIN)/cog -r README.md docs/*.md

golden: $(READY)        ## write the golden games anew: a change needs a line in the changelog naming the rule
	$(BIN)/python -m tests.golden.make

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage build dist *.egg-info

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[cli,web,rl,dev]'
	touch $@
