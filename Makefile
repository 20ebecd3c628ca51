# Needs make and Python 3.11 or newer, nothing else. `make help` says what there is.
#
# What is installed is remembered in stamps inside the virtual environment, so that repeating
# a target is cheap. PYTHON=/path/to/python3.12 chooses the Python to make it with.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check
PYTHON :=

.PHONY: help setup run test test-all check bench bench-solver clean
.DEFAULT_GOAL := help

help:
	@echo 'make setup         install into $(VENV) and compile the kernels'
	@echo 'make run           set up, then play in the terminal'
	@echo 'make test          set up for development, then every check and test'
	@echo 'make test-all      the same with the slow tests'
	@echo 'make bench         measure the searches, beside OpenSpiel, and the arena'
	@echo 'make bench-solver  measure the perfect solver'
	@echo 'make clean         remove $(VENV) and everything that was made'

# Setting up

# An environment whose Python has gone is made anew.
ifneq ($(shell test -x $(BIN)/python && $(BIN)/python -c 'print("runs")' 2>&1),runs)
.PHONY: $(VENV)/.made
endif

$(VENV)/.made: scripts/make-venv.sh
	@sh scripts/make-venv.sh $(VENV) '$(PYTHON)'
	@touch $@

$(VENV)/.installed: $(VENV)/.made pyproject.toml
	@echo 'Installing fourscore'
	@$(PIP) --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.made pyproject.toml
	@echo 'Installing fourscore for development'
	@$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/.installed

$(VENV)/.bench: $(VENV)/.made pyproject.toml
	@echo 'Installing fourscore and its peers'
	@$(PIP) --editable '.[bench]'
	@touch $@ $(VENV)/.installed

setup: $(VENV)/.installed
	@$(BIN)/fourscore warmup

run: setup
	@$(BIN)/fourscore play

# Checking

check: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/fourscore warmup

test: check
	$(BIN)/python -m pytest

test-all: check
	$(BIN)/python -m pytest -m ''

# Measuring

bench: $(VENV)/.bench
	$(BIN)/python bench/search.py
	$(BIN)/python bench/mcts.py
	$(BIN)/python bench/arena.py

bench-solver: $(VENV)/.bench
	$(BIN)/python bench/solver.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
