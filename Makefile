# Everything sets itself up: a virtual environment under .venv, packages at the pinned versions.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
PIN = $(BIN)/uv pip compile -q --no-config --universal --python-version 3.11 --generate-hashes --custom-compile-command "make requirements" pyproject.toml --group build $(OPTIONS)
OPTIONS ?=
GAME ?= itter
GAMES := itter siege

.PHONY: play terminal resume test lint browser screens bench load fuzz strength golden mutants judgement requirements clean

$(VENV)/playing: pyproject.toml requirements/play.txt  # what playing needs and nothing else
	@echo "Setting up $(VENV) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Garrison needs Python 3.11 or newer, this is " + sys.version.split()[0])'
	@$(PYTHON) -m venv $(VENV)
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

test: $(VENV)/testing lint browser  ## all checks and tests
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "not quiet"
	@$(BIN)/python -m pytest -m quiet

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

mutants: $(VENV)/testing  ## break single rules and list what no marked test notices; takes minutes
	@PYTHONPATH=tests $(BIN)/python tests/tools/mutants.py --package garrison.games.$(GAME) $(OPTIONS)

judgement: $(VENV)/testing  ## fit the weights by which players judge a position; minutes
	@PYTHONPATH=tests $(BIN)/python tests/tools/judgement.py $(GAME) $(OPTIONS)

python3.%:  ## the quick tests on another Python that is installed, such as python3.13
	@$(MAKE) quick PYTHON=$@ VENV=$(VENV)/$@

requirements: $(VENV)/playing  ## pin the requirements again after a change to pyproject.toml; OPTIONS=--upgrade for the newest versions
	@$(PIP) install uv
	@$(PIN) -o requirements/play.txt
	@$(PIN) --extra test -c requirements/play.txt -o requirements/test.txt

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache
