# Everything sets itself up: a virtual environment under .venv, packages at the pinned versions.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
OPTIONS ?=
GAME ?= itter
GAMES := itter siege
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
IN_PROCESS := $(addprefix tests/,core laws games players lab cli table)
FUZZ_SECONDS ?= 600

.PHONY: play terminal resume quick test proof lint browser screens bench load fuzz strength golden test-index mutants judgement clean

$(VENV)/installed: pyproject.toml constraints.txt
	@echo "Setting up $(VENV) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Garrison needs Python 3.11 or newer, this is " + sys.version.split()[0])'
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --require-hashes -r constraints.txt --only-binary :all:
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

play: $(VENV)/installed  ## start the table on this machine and open it in the browser
	@$(BIN)/garrison serve --open $(OPTIONS)

terminal: $(VENV)/installed  ## start a game in the terminal
	@$(BIN)/garrison play $(GAME) $(OPTIONS)

resume: $(VENV)/installed  ## go on with the last game
	@$(BIN)/garrison resume $(OPTIONS)

quick: $(VENV)/installed  ## what runs in one process: rules, laws, games, players, terminal; a minute and a half
	@$(PYTEST) -m "not slow and not proof" $(IN_PROCESS)

test: $(VENV)/installed lint browser  ## all checks, and every test that is not long: seven minutes
	@$(PYTEST) -m "not proof"

proof: test  ## also what takes long: KILLS=50 a store, all twins and requests, fuzz, mutants, load
	@$(PYTEST) -m "proof and not quiet"
	@$(BIN)/python -m pytest -m quiet
	@$(BIN)/garrison fuzz --seconds $(FUZZ_SECONDS)
	@for game in $(GAMES); do $(MAKE) --no-print-directory mutants GAME=$$game || exit; done
	@$(MAKE) --no-print-directory load

browser: $(VENV)/installed  ## Chromium, PostgreSQL and the TypeScript compiler for the tests, if they are missing
	@PYTHONPATH=tests $(BIN)/python tests/tools/fetch.py

screens: $(VENV)/installed browser  ## pictures of every page, into docs/screens
	@PYTHONPATH=tests $(BIN)/python tests/tools/screenshots.py

lint: $(VENV)/installed
	@$(BIN)/ruff check src tests
	@$(BIN)/ruff format --check src tests
	@$(BIN)/mypy

bench: $(VENV)/installed  ## decisions a second, one core, every game
	@for game in $(GAMES); do $(BIN)/garrison bench $$game $(OPTIONS) || exit; done

load: $(VENV)/installed  ## 500 matches at once: round trips, actions a second, memory; a minute and a half
	@PYTHONPATH=tests $(BIN)/python tests/tools/load.py $(OPTIONS)

fuzz: $(VENV)/installed  ## many games under all laws
	@$(BIN)/garrison fuzz $(OPTIONS)

strength: $(VENV)/installed  ## how strong the players are, in every cell of docs/strength.md; goes on if stopped; takes hours
	@$(BIN)/python -m garrison.lab.strength $(GAME) $(OPTIONS)

golden: $(VENV)/installed  ## write the golden playthroughs anew; read the difference before committing it
	@PYTHONPATH=tests $(BIN)/python tests/tools/golden.py

test-index: $(VENV)/installed  ## write the table of test files in docs/testing.md
	@PYTHONPATH=tests $(BIN)/python tests/tools/index_tests.py

mutants: $(VENV)/installed  ## break single rules and list what no marked test notices; takes minutes
	@PYTHONPATH=tests $(BIN)/python tests/tools/mutants.py --package garrison.games.$(GAME) $(OPTIONS)

judgement: $(VENV)/installed  ## fit the weights by which players judge a position; minutes
	@PYTHONPATH=tests $(BIN)/python tests/tools/judgement.py $(GAME) $(OPTIONS)

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache
