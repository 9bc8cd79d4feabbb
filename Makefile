# Needs Python 3.11 or newer with venv, and nothing else. `make` lists what there is.
PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
VENV := .venv
BIN := $(VENV)/bin
UV := UV_PYTHON_DOWNLOADS=never VIRTUAL_ENV="$(CURDIR)/$(VENV)" $(BIN)/uv
# Locks name versions and hashes only, so that any index may serve them.
COMPILE := $(UV) pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --quiet
PYTEST := $(BIN)/python -m pytest
WORKERS ?= auto
BENCH ?= engine
REQUESTS ?= 4000
SEED ?= 1
# Companies often have certificates of their own, which uv trusts only if told to.
NOT_FETCHED := { echo "The packages of Python could not be fetched: this takes the network once, or a mirror that PIP_INDEX_URL and UV_DEFAULT_INDEX name. \
Where this machine trusts certificates of its own: UV_SYSTEM_CERTS=1."; exit 1; }
COMPILED := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/django.po))

# Where modules may not be kept, every start of Python compiles them all again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run test properties slow fuzz browser screenshots services compiled format lint types check bench messages translations lock upgrade clean

help: ## list the targets
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 14

run: $(VENV)/run.stamp translations ## start the site with its own data in var/ (PORT=8000)
	@exec $(BIN)/python manage.py serve --prepare --host $(HOST) --port $(PORT)

test: $(VENV)/dev.stamp translations ## run the tests that are quick and need Python alone
	@$(PYTEST) -p no:django -n $(WORKERS) --dist worksteal tests/napoleon
	@$(PYTEST) -n $(WORKERS) --dist worksteal --ignore=tests/napoleon

properties: $(VENV)/dev.stamp translations ## run the property tests with forty examples each instead of three
	@HYPOTHESIS_PROFILE=ci $(PYTEST) -m "hypothesis and not slow"

slow: $(VENV)/dev.stamp translations ## run the tests that take seconds each
	@$(PYTEST) -n $(WORKERS) --dist worksteal -m "slow and not browser and not services"

fuzz: $(VENV)/dev.stamp translations ## send malformed requests to every address (REQUESTS=4000 SEED=1)
	@FUZZ_REQUESTS=$(REQUESTS) FUZZ_SEED=$(SEED) $(PYTEST) -m slow tests/site/test_fuzz.py -s

browser: $(VENV)/dev.stamp translations ## run the tests that drive Chromium
	@$(PYTEST) -m browser -n 2 --dist worksteal

screenshots: $(VENV)/dev.stamp translations ## take pictures of main pages, and those in docs/ anew
	@$(BIN)/python -m tests.browser.screenshots
	@$(BIN)/python -m tests.browser.strips

services: $(VENV)/dev.stamp translations ## run the tests that need PostgreSQL or Redis
	@$(PYTEST) -m services

format: $(VENV)/dev.stamp ## put code and templates in their standard form
	@$(BIN)/ruff check --fix --quiet .; $(BIN)/ruff format .; $(BIN)/djangofmt templates; $(BIN)/djangofmt --profile jinja $$(find templates -name '*.jinja')

lint: $(VENV)/dev.stamp ## look for mistakes and odd form
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/djangofmt --check templates && $(BIN)/djangofmt --check --profile jinja $$(find templates -name '*.jinja')

types: $(VENV)/dev.stamp ## check the types
	@$(BIN)/mypy

check: lint types test ## everything to run before a commit
	@$(BIN)/python manage.py makemigrations --check --dry-run
	@$(BIN)/python manage.py compile_translations --check

compiled: $(VENV)/dev.stamp translations ## run the tests of compiled code, which need a C compiler
	@$(PYTEST) -m compiled tests/napoleon

bench: .venv-bench/bench.stamp ## run a benchmark (BENCH=engine; the files in benchmarks/ say what they measure)
	@.venv-bench/bin/python -m benchmarks.$(BENCH)

messages: $(VENV)/run.stamp ## bring locale/ up to date with the texts in the code
	@$(BIN)/python manage.py extract_messages

translations: $(COMPILED)

$(COMPILED): %.mo: %.po $(VENV)/run.stamp
	@$(BIN)/python manage.py compile_translations && touch $@

lock: $(BIN)/uv ## write the lock files anew, keeping the versions where they still fit
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

clean: ## remove what can be made again (not var/, the site's data)
	@rm -rf $(VENV) .venv-bench staticfiles .pytest_cache .mypy_cache .ruff_cache .hypothesis locale/*/LC_MESSAGES/*.mo
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the environments -------------------------------------------------------------------------------------------------

$(BIN)/uv: requirements-tools.lock
	@$(call make_venv,$(VENV))

.venv-bench/bin/uv: requirements-tools.lock
	@$(call make_venv,.venv-bench)

# The development lock holds every version of the run lock, so it serves both; going back drops the rest.
$(VENV)/run.stamp: requirements.lock $(BIN)/uv
	@echo "Fetching the packages of Python ..."; $(UV) pip sync --quiet --require-hashes requirements.lock || $(NOT_FETCHED)
	@rm -f $(VENV)/dev.stamp; touch $@

$(VENV)/dev.stamp: requirements-dev.lock requirements.lock $(BIN)/uv
	@echo "Fetching the packages of Python ..."; $(UV) pip sync --quiet --require-hashes requirements-dev.lock || $(NOT_FETCHED)
	@touch $(VENV)/run.stamp $@

.venv-bench/bench.stamp: requirements-bench.lock .venv-bench/bin/uv
	@UV_PYTHON_DOWNLOADS=never VIRTUAL_ENV="$(CURDIR)/.venv-bench" .venv-bench/bin/uv pip sync --quiet --require-hashes $<
	@touch $@

define make_venv
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	echo "Python 3.11 or newer is needed, and $(PYTHON) is not one. If another is installed: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }; \
$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	echo "This Python cannot make virtual environments. On Debian or Ubuntu: sudo apt install python3-venv"; exit 1; }; \
echo "Setting up $(1) ..."; \
$(PYTHON) -m venv --clear $(1) || exit 1; \
$(1)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-tools.lock || $(NOT_FETCHED)
endef
