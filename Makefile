# Every verb sets up its own environment: on a fresh machine `make play` and `make test` need Python 3.11+ and nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: help play test lint bench docs golden clean

help:                   ## this list
	@grep -E "^[a-z]+:.*##" $(MAKEFILE_LIST) | sed "s/:.*##/\t/"

play: $(READY)          ## a game in the terminal
	$(BIN)/millefiori play

test: $(READY)          ## all tests: compiled, bounds-checked, and uncompiled with coverage
	$(BIN)/python -m pytest -q -n 2
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -q -n 2
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q -n 2 --cov=millefiori --cov-branch --cov-report=
	$(BIN)/coverage report --include='millefiori/rules/*' --fail-under=100
	$(BIN)/coverage report --fail-under=88

lint: $(READY)          ## format, style, types, generated documentation
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/cog --check README.md docs/*.md

bench: $(READY)         ## measure, and write benchmarks/results.json
	$(BIN)/python benchmarks/engine.py

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
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[cli,web,dev]'
	touch $@
