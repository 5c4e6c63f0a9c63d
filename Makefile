# Two commands on a fresh machine: `make play` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.PHONY: play test check lint types imports soak bench lock format

play: $(READY)
	$(BIN)/potluck play

# One more than two cores: many tests wait for sockets, browsers and clocks.
test: $(READY)
	$(BIN)/pytest -n 3

check: lint types imports test

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(READY)
	$(BIN)/mypy

imports: $(READY)
	$(BIN)/lint-imports

soak: $(READY)
	$(BIN)/pytest -m soak --timeout 3600 -o addopts="--import-mode=importlib -p no:valkey -p no:simcord -q"

bench: $(READY)
	$(BIN)/python -m bench

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header \
		pyproject.toml -o requirements.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header \
		--extra dev pyproject.toml -o requirements-dev.lock

$(READY): pyproject.toml requirements-dev.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	touch $@
