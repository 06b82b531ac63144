# Every verb sets up its own environment: on a fresh machine `make play` and `make test` need Python 3.11+ and nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
# Two marks in the same environment: what a player needs, and what a developer needs on top of it.
PLAYER := $(VENV)/.player
READY := $(VENV)/.ready
# The tests of compiled code run three times. Bounds-checked: it could read or write beyond an array. Uncompiled: coverage sees it.
# Compiling takes most of the time: one process for each of the first two, so that no two compile the same at the same time.
COMPILED := tests/rules tests/editions tests/laws tests/bots tests/test_documents.py tests/test_golden.py tests/test_perft.py tests/test_table.py \
  tests/env/test_observation.py tests/env/test_vector.py tests/teacher/test_playouts.py
PYTEST := $(BIN)/python -m pytest -q
# Tests of servers and pages mostly wait for each other: three at a time keep two cores busy.
COVERED := $(BIN)/coverage run -m pytest -q -n 3 --dist worksteal
# Node comes with the developers' packages, and brings its checkers when they are first used.
NPX := PATH="$(CURDIR)/$(BIN):$$PATH" npx --yes --loglevel error
VERSIONS := 3.11 3.12 3.13

.PHONY: help play terminal test compiled checked examples rivals browser services lint package page versions attack load bench \
  bench-quick docs screenshots icons golden clean

help:                   ## this list
	@grep -E "^[a-z-]+:.*##" $(MAKEFILE_LIST) | sed "s/:.*##/\t/"

play: $(PLAYER)         ## play in the browser: opens the page
	$(BIN)/millefiori serve --open

terminal: $(PLAYER)     ## a game in the terminal
	$(BIN)/millefiori play

test: $(READY) browser services  ## all tests; those of compiled code also bounds-checked, and uncompiled for their coverage
	$(BIN)/node --test tests/page/*.test.js
	$(MAKE) --no-print-directory --jobs=2 compiled checked
	$(BIN)/coverage erase
	NUMBA_DISABLE_JIT=1 $(COVERED) $(COMPILED)
	$(COVERED) $(addprefix --ignore=,$(COMPILED))
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --include='millefiori/engine/rules/*' --fail-under=100
	$(BIN)/coverage report --fail-under=95

compiled: $(READY)
	$(PYTEST) $(COMPILED)

checked: $(READY)
	NUMBA_BOUNDSCHECK=1 $(PYTEST) $(COMPILED)

examples: $(READY)      ## install PyTorch, test all examples, and draw the curves of docs/
	$(PIP) -e '.[rl,examples,dev]'
	$(BIN)/python -m pytest -q tests/env/test_examples.py
	$(BIN)/python examples/policy_gradient.py --plot docs/policy-gradient.svg
	$(BIN)/python examples/maskable_ppo.py --plot docs/maskable-ppo.svg
	$(BIN)/python examples/openspiel_ismcts.py

rivals: $(READY)        ## compare our environments with other frameworks, which are installed apart
	$(PYTHON) -m venv .rivals
	.rivals/bin/python -m pip install --quiet --disable-pip-version-check open_spiel==2.0.2 'pettingzoo[classic]==1.27.0' \
	  rlcard==1.2.0 pgx==2.6.0 jax==0.10.2 jaxlib==0.10.2
	$(BIN)/python -m benchmarks.env --rivals .rivals/bin/python

browser: $(READY)       ## install a Chromium for the tests of the page, unless there is one
	@command -v chromium-headless-shell >/dev/null || \
	  { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq chromium-headless-shell; } || \
	  $(BIN)/python -m tests.browser.find || $(BIN)/playwright install --only-shell chromium

services:               ## install PostgreSQL, Redis, nginx and Caddy for the tests of larger servers, where that is possible
	@{ { command -v redis-server || command -v valkey-server; } && { command -v postgres || ls /usr/lib/postgresql/*/bin/postgres; } && \
	  { command -v nginx || ls /usr/sbin/nginx; } && command -v caddy; } >/dev/null 2>&1 || \
	  { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq postgresql redis-server nginx-light caddy; } || \
	  echo "PostgreSQL, Redis, nginx or Caddy were not found: what needs them is not tested."

package: $(READY)       ## build wheel and sdist into dist/, install them in an empty folder and try every command
	rm -rf dist
	$(BIN)/python -m build --outdir dist . >/dev/null
	$(BIN)/python -m tools.smoke

versions: package       ## the same, and some tests, on every other supported Python on this machine
	$(BIN)/python -m tools.smoke $(VERSIONS)

lint: $(READY) page     ## check format, style, types, generated documentation
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m tools.page_types --check
	PYTHONPATH=. $(BIN)/cog --check README.md docs/*.md

page: $(READY)          ## check the page: types, style, unused code
	$(NPX) --package typescript@5.9.3 tsc -p tests/page/tsconfig.json
	$(NPX) eslint@9.39.1 --max-warnings 0 millefiori/server/static tests/page eslint.config.js
	$(BIN)/python -m pytest -q tests/test_page.py

bench: $(READY) browser ## measure, and write the results into benchmarks/
	$(BIN)/python -m benchmarks.engine
	$(BIN)/python -m benchmarks.bots
	$(BIN)/python -m benchmarks.env
	$(BIN)/python -m benchmarks.server
	$(BIN)/python -m benchmarks.hall
	$(BIN)/python -m benchmarks.page
	$(BIN)/python -m benchmarks.compiling
	$(BIN)/python -m benchmarks.first_minute
	$(BIN)/python -m benchmarks.watch --seconds 2

bench-quick: $(READY)   ## compare the most important figures with those of the last release, in under two minutes
	$(BIN)/python -m benchmarks.watch

attack: $(READY)        ## attack a server on this machine, and measure how an honest table fares
	$(BIN)/python -m benchmarks.attack

load: $(READY) services  ## measure how many people a server can serve at once; takes an hour, and continues where it was stopped
	$(BIN)/python -m benchmarks.load

screenshots: $(READY) browser  ## take the pictures of the page again
	$(BIN)/python -m tools.screenshots
	$(BIN)/python -m tools.preview_picture

icons: $(READY) browser  ## draw the page's icons again
	$(BIN)/python -m tools.icons

docs: $(READY)          ## update the generated parts of the documentation
	$(BIN)/python -m tools.docs
	$(BIN)/python -m tools.page_types
	PYTHONPATH=. $(BIN)/cog -r README.md docs/*.md

golden: $(READY)        ## write the golden games again: the changelog must name the rule that changed
	$(BIN)/python -m tests.golden.make

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage* build dist *.egg-info

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(PLAYER): pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e .
	touch $@

$(READY): pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e '.[rl,dev]'
	touch $(PLAYER) $@
