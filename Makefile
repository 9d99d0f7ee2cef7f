# Everything sets itself up: a virtual environment under .venv, packages at the pinned versions.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
PIN = $(BIN)/uv pip compile -q --no-config --universal --python-version 3.11 --generate-hashes --custom-compile-command "make requirements" $(OPTIONS)
OPTIONS ?=
GAME ?= itter
GAMES := itter siege colditz
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal
IN_PROCESS := $(addprefix tests/,core laws games players lab cli table)
FUZZ_SECONDS ?= 600

.PHONY: play terminal resume quick test checked proof lint browser screens bench load fuzz strength golden test-index mutants judgement contours compiled requirements clean

$(VENV)/playing: pyproject.toml requirements/pip.txt requirements/play.txt  # what playing needs and nothing else
	@echo "Setting up $(VENV) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Garrison needs Python 3.11 or newer, this is " + sys.version.split()[0])'
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --require-hashes --only-binary :all: -r requirements/pip.txt
	@$(PIP) install --no-compile --require-hashes --only-binary :all: -r requirements/play.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/testing: $(VENV)/playing requirements/test.txt  # tests, linters and all extras on top of it
	@echo "Adding what the tests need to $(VENV) ..."
	@$(PIP) install --require-hashes --only-binary :all: -r requirements/test.txt
	@touch $@

play: $(VENV)/playing  ## start the table on this machine and open it in the browser
	@$(BIN)/garrison serve --open $(OPTIONS)

terminal: $(VENV)/playing  ## start a game in the terminal
	@$(BIN)/garrison play $(GAME) $(OPTIONS)

resume: $(VENV)/playing  ## go on with the last game
	@$(BIN)/garrison resume $(OPTIONS)

quick: $(VENV)/testing  ## what runs in one process: rules, laws, games, players, terminal; a minute and a half
	@$(PYTEST) -m "not slow and not proof" $(IN_PROCESS)

test: $(VENV)/testing browser  ## all checks, and every test that is not long: seven minutes
	@$(MAKE) --no-print-directory --jobs=2 lint checked

checked:
	@$(PYTEST) -m "not proof"

proof: test  ## also what takes long: KILLS=50 a store, all twins and requests, fuzz, mutants, load
	@$(PYTEST) -m "proof and not quiet" --ignore=tests/browser
	@WHOLE_PAGES=1 $(PYTEST) -m "not quiet" tests/browser
	@$(BIN)/python -m pytest -m quiet
	@$(BIN)/garrison fuzz --seconds $(FUZZ_SECONDS)
	@for game in $(GAMES); do $(MAKE) --no-print-directory mutants GAME=$$game || exit; done
	@$(MAKE) --no-print-directory load

browser: $(VENV)/testing  ## Chromium, PostgreSQL and the TypeScript compiler for the tests, if they are missing
	@PYTHONPATH=tests $(BIN)/python tests/tools/fetch.py

screens: $(VENV)/testing browser  ## pictures of every page, into docs/screens
	@PYTHONPATH=tests $(BIN)/python tests/tools/screenshots.py

lint: $(VENV)/testing
	@$(BIN)/ruff check src tests
	@$(BIN)/ruff format --check src tests
	@$(BIN)/mypy

bench: $(VENV)/playing  ## decisions a second, one core, every game
	@for game in $(GAMES); do $(BIN)/garrison bench $$game $(OPTIONS) || exit; done

load: $(VENV)/testing  ## 500 matches at once: round trips, actions a second, memory; a minute and a half
	@PYTHONPATH=tests $(BIN)/python tests/tools/load.py $(OPTIONS)

fuzz: $(VENV)/playing  ## many games under all laws
	@$(BIN)/garrison fuzz $(OPTIONS)

strength: $(VENV)/playing  ## how strong the players are, in every cell of docs/strength.md; goes on if stopped; takes hours
	@$(BIN)/python -m garrison.lab.strength $(GAME) $(OPTIONS)

golden: $(VENV)/testing  ## write the golden playthroughs anew; read the difference before committing it
	@PYTHONPATH=tests $(BIN)/python tests/tools/golden.py

test-index: $(VENV)/testing  ## write the table of test files in docs/testing.md
	@PYTHONPATH=tests $(BIN)/python tests/tools/index_tests.py

mutants: $(VENV)/testing  ## break single rules and list what no marked test notices; takes minutes
	@PYTHONPATH=tests $(BIN)/python tests/tools/mutants.py --package garrison.games.$(GAME) $(OPTIONS)

judgement: $(VENV)/testing  ## fit the weights by which players judge a position; minutes
	@PYTHONPATH=tests $(BIN)/python tests/tools/judgement.py $(GAME) $(OPTIONS)

contours: $(VENV)/testing  ## compute the outlines in the picture of Colditz after a change of its board; seconds
	@PYTHONPATH=tests $(BIN)/python tests/tools/contours.py

compiled: $(VENV)/testing  ## core and rules compiled with mypyc, aside: the laws on them, and how much faster they are; minutes
	@PYTHONPATH=tests $(BIN)/python tests/tools/compiled.py $(OPTIONS)

python3.%:  ## the quick tests on another Python that is installed, such as python3.13
	@$(MAKE) quick PYTHON=$@ VENV=$(VENV)/$@

requirements: $(VENV)/playing  ## pin the requirements again after a change to pyproject.toml; OPTIONS=--upgrade for the newest versions
	@$(PIP) install uv
	@echo pip | $(PIN) - -o requirements/pip.txt
	@$(PIN) pyproject.toml --group build -o requirements/play.txt
	@$(PIN) pyproject.toml --group build --extra test -c requirements/play.txt -o requirements/test.txt

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache build/compiled
