# Needs only Python 3.11 or newer with venv. `make` lists the targets.
PYTHON ?= python3
PORT ?= 8000
HOST ?= localhost
VENV := .venv
BIN := $(VENV)/bin
UV := UV_PYTHON_DOWNLOADS=never VIRTUAL_ENV="$(CURDIR)/$(VENV)" $(BIN)/uv
# Locks contain only versions and hashes, so any index can serve them.
COMPILE := $(UV) pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --quiet
PYTEST := $(BIN)/python -m pytest
WORKERS ?= auto
BENCH ?= engine
REQUESTS ?= 4000
SEED ?= 1
# Companies often have their own certificates, which uv trusts only on request.
NOT_FETCHED := { echo "Could not fetch the Python packages. This needs the network once, or a mirror set by PIP_INDEX_URL and UV_DEFAULT_INDEX. \
If this machine has its own certificates, set UV_SYSTEM_CERTS=1."; exit 1; }
COMPILED := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/django.po))

# Without cached bytecode every start of Python compiles all modules again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run test properties slow fuzz browser screenshots services compiled format lint types check bench messages translations lock upgrade clean

help: ## list the targets
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 14

run: $(VENV)/run.stamp translations ## start the site with its data in var/ (PORT=8000)
	@exec $(BIN)/python manage.py serve --prepare --host $(HOST) --port $(PORT)

test: $(VENV)/dev.stamp translations ## run the quick tests, which need only Python
	@$(PYTEST) -p no:django -n $(WORKERS) --dist worksteal tests/napoleon
	@$(PYTEST) -n $(WORKERS) --dist worksteal --ignore=tests/napoleon

properties: $(VENV)/dev.stamp translations ## run the property tests with forty examples each instead of three
	@HYPOTHESIS_PROFILE=ci $(PYTEST) -m "hypothesis and not slow"

slow: $(VENV)/dev.stamp translations ## run the tests that take seconds each
	@$(PYTEST) -n $(WORKERS) --dist worksteal -m "slow and not browser and not services"

fuzz: $(VENV)/dev.stamp translations ## send malformed requests to every address (REQUESTS=4000 SEED=1)
	@FUZZ_REQUESTS=$(REQUESTS) FUZZ_SEED=$(SEED) $(PYTEST) -m slow tests/site/test_fuzz.py -s

browser: $(VENV)/dev.stamp translations ## run the tests in Chromium
	@$(PYTEST) -m browser -n $(WORKERS) --dist worksteal tests/browser

screenshots: $(VENV)/dev.stamp translations ## take screenshots of the main pages, and update those in docs/
	@$(BIN)/python -m tests.browser.screenshots
	@$(BIN)/python -m tests.browser.strips

services: $(VENV)/dev.stamp translations ## run the tests that need PostgreSQL or Redis
	@$(PYTEST) -m services

format: $(VENV)/dev.stamp ## format code and templates
	@$(BIN)/ruff check --fix --quiet .; $(BIN)/ruff format .; $(BIN)/djangofmt templates; $(BIN)/djangofmt --profile jinja $$(find templates -name '*.jinja')

lint: $(VENV)/dev.stamp ## find mistakes and unformatted files
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/djangofmt --check templates && $(BIN)/djangofmt --check --profile jinja $$(find templates -name '*.jinja')

types: $(VENV)/dev.stamp ## check types
	@$(BIN)/mypy

check: lint types test ## run everything required before a commit
	@$(BIN)/python manage.py makemigrations --check --dry-run
	@$(BIN)/python manage.py compile_translations --check

compiled: $(VENV)/dev.stamp translations ## run the tests of compiled code (needs a C compiler)
	@$(PYTEST) -m compiled tests/napoleon

bench: .venv-bench/bench.stamp ## run a benchmark (BENCH=engine; the files in benchmarks/ say what they measure)
	@.venv-bench/bin/python -m benchmarks.$(BENCH)

messages: $(VENV)/run.stamp ## update locale/ from the texts in the code
	@$(BIN)/python manage.py extract_messages

translations: $(COMPILED)

$(COMPILED): %.mo: %.po $(VENV)/run.stamp
	@$(BIN)/python manage.py compile_translations && touch $@

lock: $(BIN)/uv ## update the lock files, keeping versions that still fit
	@$(COMPILE) -o requirements.lock
	@$(COMPILE) --group dev -c requirements.lock -o requirements-dev.lock
	@$(UV) pip compile --group pyproject.toml:compile -c requirements-dev.lock --universal --python-version 3.11 \
		--generate-hashes --no-header --quiet -o requirements-compile.lock
	@$(COMPILE) --group bench -c requirements.lock -o requirements-bench.lock
	@$(COMPILE) --extra telemetry --extra sentry -c requirements.lock -o requirements-telemetry.lock
	@$(UV) pip compile --group pyproject.toml:tools --universal --python-version 3.11 \
		--generate-hashes --no-header --quiet -o $(VENV)/tools.lock
	@cmp -s $(VENV)/tools.lock requirements-tools.lock || cp $(VENV)/tools.lock requirements-tools.lock

upgrade: ## lock the newest versions that pyproject.toml allows
	@rm -f requirements.lock requirements-dev.lock requirements-compile.lock requirements-bench.lock requirements-telemetry.lock
	@$(MAKE) lock

clean: ## remove generated files (not var/, the site's data)
	@rm -rf $(VENV) .venv-bench staticfiles .pytest_cache .mypy_cache .ruff_cache .hypothesis locale/*/LC_MESSAGES/*.mo
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the environments -------------------------------------------------------------------------------------------------

$(BIN)/uv: requirements-tools.lock
	@$(call make_venv,$(VENV))

.venv-bench/bin/uv: requirements-tools.lock
	@$(call make_venv,.venv-bench)

# The development lock includes the run lock, so it serves both; going back removes the rest.
$(VENV)/run.stamp: requirements.lock $(BIN)/uv
	@echo "Fetching the Python packages ..."; $(UV) pip sync --quiet --require-hashes requirements.lock || $(NOT_FETCHED)
	@rm -f $(VENV)/dev.stamp; touch $@

$(VENV)/dev.stamp: requirements-dev.lock requirements.lock $(BIN)/uv
	@echo "Fetching the Python packages ..."; $(UV) pip sync --quiet --require-hashes requirements-dev.lock || $(NOT_FETCHED)
	@touch $(VENV)/run.stamp $@

.venv-bench/bench.stamp: requirements-bench.lock .venv-bench/bin/uv
	@UV_PYTHON_DOWNLOADS=never VIRTUAL_ENV="$(CURDIR)/.venv-bench" .venv-bench/bin/uv pip sync --quiet --require-hashes $<
	@touch $@

define make_venv
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	echo "$(PYTHON) is not Python 3.11 or newer. If you have one, name it: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }; \
$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	echo "This Python can't create virtual environments. On Debian or Ubuntu: sudo apt install python3-venv"; exit 1; }; \
echo "Setting up $(1) ..."; \
$(PYTHON) -m venv --clear $(1) || exit 1; \
$(1)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-tools.lock || $(NOT_FETCHED)
endef
