# make demo     everything from nothing to three answered questions
# make serve    the same project at http://127.0.0.1:8000
# make check    format, lint, types, import contracts, unit and contract tests (a minute or two, no network)
# make test     all tests, with a browser, a real Neo4j and a real Ollama with a small model
# make quality  floors on judged sets, where the shared data lies beside the repository
# make shots    pictures of every page, below shots/
# make fix      what a tool can mend by itself
# make lock     resolve the dependencies anew

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
DEMO := .prevail-demo
DATA ?= $(DEMO)/data
PORT ?= 8000
PYTEST := $(BIN)/python -m pytest
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

INSTALLED := $(VENV)/.installed
DEV_INSTALLED := $(VENV)/.installed-dev
DEMO_READY := $(DEMO)/.ready

.DELETE_ON_ERROR:
.PHONY: install dev demo serve check format lint types contracts unit fix ollama-begun test quality shots lock clean

install: $(INSTALLED)

dev: $(DEV_INSTALLED)

$(VENV)/pyvenv.cfg:
	@test -n "$(PYTHON)" || { echo "Prevail needs Python 3.11 or newer as python3 (or: make PYTHON=/path/to/python)." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(INSTALLED): requirements.lock pyproject.toml | $(VENV)/pyvenv.cfg
	@echo "Installing Prevail into $(VENV) ..."
	@$(PIP) install --require-hashes --no-deps -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV_INSTALLED): requirements-dev.lock $(INSTALLED)
	@echo "Installing what the checks need ..."
	@$(PIP) install --require-hashes --no-deps -r requirements-dev.lock
	@touch $@

demo: $(DEMO_READY)
	@$(BIN)/python -m app.sample.demo $(DEMO)/data

$(DEMO_READY): $(INSTALLED)
	@$(BIN)/prevail sample $(DEMO)/sample
	@$(BIN)/prevail ingest $(DEMO)/sample --data $(DEMO)/data --project "Harbour Lane Library"
	@touch $@

serve: $(DEMO_READY)
	@$(BIN)/prevail serve --data $(DATA) --port $(PORT)

check: format lint types contracts unit

format: $(DEV_INSTALLED)
	@$(BIN)/ruff format --check --output-format concise .

lint: $(DEV_INSTALLED)
	@$(BIN)/ruff check .

types: $(DEV_INSTALLED)
	@$(BIN)/mypy

contracts: $(DEV_INSTALLED)
	@$(BIN)/lint-imports

unit: $(DEV_INSTALLED)
	@$(PYTEST) -q -n 2 --doctest-modules app connectors graph retrieval tests/docs tests/unit tests/contracts

fix: $(DEV_INSTALLED)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Ollama is compiled once (minutes): that begins while the checks run, and `test` waits for it.
ollama-begun: $(DEV_INSTALLED)
	@mkdir -p .services
	@nice -n 19 $(BIN)/python -m tests.services.ollama >.services/ollama-build.log 2>&1 &

test: ollama-begun check
	@$(BIN)/python -m tests.services.chromium
	@$(BIN)/python -m tests.services.axe
	@$(BIN)/python -m tests.services.neo4j
	@$(BIN)/python -m tests.services.ollama
	@$(BIN)/python -m tests.services.pst
	$(PYTEST) -q --no-skips tests/e2e
	$(PYTEST) -q --no-skips -n 2 --dist loadfile tests/integration tests/neo4j

quality: $(DEV_INSTALLED)
	$(PYTEST) -q --no-skips -n 2 --dist loadfile tests/quality

shots: $(DEV_INSTALLED)
	@$(BIN)/python -m tests.e2e.shots shots

lock: $(DEV_INSTALLED)
	$(BIN)/python .ci/lock.py

clean:
	rm -rf $(VENV) $(DEMO) build dist *.egg-info
