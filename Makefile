# Two commands on a fresh machine: `make play` and `make test`. The first sets up what is played with, the second what is
# worked with besides.
PYTHON ?= $(shell command -v python3.11 || echo python3)
VENV   := .venv
BIN    := $(VENV)/bin
PLAY   := $(VENV)/.ready-to-play
READY  := $(VENV)/.ready-to-test

# Whoever works without bytecode would have each of hundreds of programs, and each worker, compile all anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play stream test check lint types imports wheel coverage soak quick map mutants bench lock format

play: $(PLAY)
	$(BIN)/potluck play

# On air on Twitch: asks, checks, and starts the bot (docs/stream.md).
stream: $(PLAY)
	$(BIN)/potluck stream

# One more than two cores: many tests wait for sockets, browsers and clocks.
test: $(READY)
	$(BIN)/pytest -n 3

check: lint types imports test

# What changed since the work left `main`, in a minute; SINCE=HEAD~1 for another beginning.
quick: $(READY)
	@$(BIN)/python tools/quick.py --since '$(SINCE)'

# Which test runs which function, for `quick` and `mutants`. Only what changed since is run again.
map: $(READY)
	$(BIN)/python tools/tests_map.py

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(READY)
	$(BIN)/mypy
	$(BIN)/mypy examples/coins/coins examples/coins/tests examples/highdie/highdie examples/highdie/tests examples/highest/highest examples/highest/tests examples/pig/pig examples/pig/tests examples/tcpchat/tcpchat

imports: $(READY)
	$(BIN)/lint-imports

# Built, installed where no checkout is near, and played.
wheel: $(READY)
	$(BIN)/python tools/play_from_wheel.py

# What the scenes and the quick folders reach; a figure to look at, not a gate.
coverage: $(READY)
	$(BIN)/pytest -n 3 tests/transcripts tests/persistence tests/examples --cov --cov-report=term:skip-covered

# The luck of a test follows from its name; here it is another each day, as `POTLUCK_LUCK=WORD` makes it (tests/luck.py).
soak: export POTLUCK_LUCK ?= $(shell date +%F)
soak: $(READY)
	$(BIN)/pytest tests/games/test_contract.py tests/games/test_rogues_pots.py tests/games/test_poohead_pile.py \
		tests/games/test_poohead_turns.py tests/bot/test_safe_text.py tests/bot/test_reader.py tests/bot/test_commands.py \
		tests/bot/test_fuzz.py tests/bot/test_pausing.py \
		--hypothesis-profile long --timeout 3600
	$(BIN)/pytest -m soak --timeout 3600 -o addopts="--import-mode=importlib -p no:valkey -p no:simcord -q"

# The program changed at one place at a time: which change does no test notice? Hours; `--count 50` and `--only money` cut it.
mutants: $(READY)
	$(BIN)/python tools/mutants.py

bench: $(READY)
	$(BIN)/python -m bench

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-strip-extras \
		pyproject.toml -o requirements.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-strip-extras \
		--extra dev pyproject.toml -o requirements-dev.lock

$(PLAY): pyproject.toml requirements.lock tools/set_up.py
	@$(PYTHON) tools/set_up.py play
	@touch $@

# The developers' lock holds the other one: who can test can play.
$(READY): pyproject.toml requirements.lock requirements-dev.lock tools/set_up.py
	@$(PYTHON) tools/set_up.py test
	@touch $(PLAY) $@
