# The commands of Cornerstone. `make` alone, or `make help`, lists the targets.

PYTHON ?= python3
PORT ?= 8000
LAN ?=
ARGS ?=
TESTED ?= $(BIN)/python

VENV := .venv
BIN := $(VENV)/bin
TRANSLATIONS := $(patsubst %.po,%.mo,$(wildcard campaign/locale/*/LC_MESSAGES/django.po))
# Python compiles the modules that it imports. Compiling all modules of all packages takes longer than installing them.
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --require-hashes --no-compile

# Install into the environment, even if this machine's settings of pip say `user = true`.
export PIP_USER := 0

# Keep compiled modules, whatever the machine's settings say. Otherwise every process would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: audit bench demo dev drill format help image lint messages mutants requirements run screenshots test test-postgres translations types weights

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(VENV)/base.stamp $(TRANSLATIONS) ## Serve the site on this machine; LAN=1 for phones around the table, by HTTP and HTTPS, PORT=8000
	@$(BIN)/python manage.py serve --port $(PORT) $(if $(LAN),--lan)

demo: $(VENV)/base.stamp $(TRANSLATIONS) ## Serve two campaigns to look around in, kept apart from yours; LAN=1, PORT=8000
	@DEMO=1 $(BIN)/python manage.py demo --port $(PORT) $(if $(LAN),--lan)

dev: $(VENV)/dev.stamp $(TRANSLATIONS) ## Serve with reloading and debug pages, for work on the code; PORT=8000
	@DEBUG=1 $(BIN)/python manage.py migrate --verbosity 0
	@DEBUG=1 $(BIN)/python manage.py runserver 127.0.0.1:$(PORT)

test: $(VENV)/test.stamp $(TRANSLATIONS) ## Run the tests that need neither a browser nor a server; ARGS="-k parks"
	@$(BIN)/python -m pytest -n auto --dist loadfile $(ARGS)

test-postgres: $(VENV)/dev.stamp $(TRANSLATIONS) ## Run the tests of the site on a real PostgreSQL, started for them; ARGS="-k parks"
	@$(BIN)/python -m tests.postgres $(TESTED) -m pytest -n auto --migrations tests/campaign tests/attacks $(ARGS)

bench: $(VENV)/dev.stamp $(TRANSLATIONS) ## Measure the engine and the pages; ARGS go to benchmarks/
	@$(BIN)/python -m benchmarks $(ARGS)

mutants: $(VENV)/dev.stamp ## Change the engine in small ways and see that a test notices; ARGS="scoring.city*"
	@$(BIN)/python -m mutmut run $(ARGS)
	@$(BIN)/python -m mutmut export-cicd-stats && cat mutants/mutmut-cicd-stats.json
	@$(BIN)/python -m mutmut results

weights: $(VENV)/dev.stamp ## Learn the weights of the drafting programs again, in minutes; then measure the pars
	@$(BIN)/python -m tools.drafts.learn $(ARGS)

screenshots: $(VENV)/dev.stamp $(TRANSLATIONS) ## Take a picture of every page in four sizes and both themes; ARGS="FOLDER"
	@$(BIN)/python -m tests.browser.screenshots $(ARGS)

DRILL := postgresql patroni etcd-server python3-etcd haproxy iptables
drill: $(VENV)/dev.stamp $(TRANSLATIONS) ## Let servers and sites fail while phones tap, in minutes, as root on Debian
	@dpkg-query --show $(DRILL) >/dev/null 2>&1 || { apt-get update && apt-get install --yes --no-install-recommends $(DRILL); } >/dev/null
	@$(BIN)/python -m pytest -n 0 -s -m drill tests/faults/test_drill.py $(ARGS)

image: $(BIN)/python ## Build the image and try it, as root on Debian; without Docker or a registry of images
	@.ci/image

lint: $(VENV)/dev.stamp ## Check the style of code, templates and the Dockerfile
	@$(BIN)/python -m ruff check
	@$(BIN)/python -m ruff check --preview --select PLW1514 # every file is read and written as UTF-8, whatever the locale
	@$(BIN)/python -m ruff format --check
	@$(BIN)/python -m djlint templates --check --lint
	@$(BIN)/hadolint --ignore DL3008 Dockerfile

audit: $(VENV)/dev.stamp ## Look for known vulnerabilities in the site's packages; a skipped package was not audited
	@$(BIN)/python -m pip_audit --requirement requirements/base.txt --no-deps --disable-pip --progress-spinner off

format: $(VENV)/dev.stamp ## Format code and templates
	@$(BIN)/python -m ruff check --fix
	@$(BIN)/python -m ruff format
	@$(BIN)/python -m djlint templates --reformat --quiet || true # it also fails if it has changed a template

types: $(VENV)/dev.stamp ## Check the types of scoring/ and campaign/
	@$(BIN)/python -m mypy

# xgettext and the programs that belong to it come from the system. Debian's package is called gettext.
messages: $(VENV)/base.stamp ## Collect the texts to translate in campaign/locale/, and compile the catalogues
	@$(BIN)/python manage.py makemessages --all --no-obsolete --no-wrap --no-location \
		--ignore '.?*' --ignore benchmarks --ignore mutants --ignore tests --ignore tools
	@perl -0pi -e 's/^#, fuzzy\n(?=msgid ""\nmsgstr ""\n"Project-Id)//m' campaign/locale/*/LC_MESSAGES/django.po # for new catalogues
	@perl -ni -e 'print unless /^"POT-Creation-Date/' campaign/locale/*/LC_MESSAGES/django.po # it would change at each run
	@for file in campaign/locale/*/LC_MESSAGES/django.po; do \
		msgcat --sort-output --no-wrap --output-file "$$file" "$$file"; done # so that moved code moves no entry
	@$(MAKE) --no-print-directory translations

# `messages` starts a new make for this target, so that it also compiles the first catalogue of a new language.
translations: $(TRANSLATIONS)

# The pinned lists have no address of a package index: each machine's settings name its own.
COMPILE := $(BIN)/python -m uv pip compile --quiet --generate-hashes --universal --python-version 3.11 --no-header \
	--no-annotate --no-emit-index-url --no-emit-find-links
requirements: $(VENV)/dev.stamp ## Pin the packages of requirements/ anew; ARGS=--upgrade for newer versions
	@$(COMPILE) $(ARGS) requirements/base.in -o requirements/base.txt
	@$(COMPILE) $(ARGS) -c requirements/base.txt requirements/test.in -o requirements/test.txt
	@$(COMPILE) $(ARGS) -c requirements/test.txt requirements/dev.in -o requirements/dev.txt

# If the environment's Python was moved or upgraded, its packages are lost. So delete the stamps, to install them again.
$(shell [ -x $(BIN)/python ] || rm -f $(VENV)/*.stamp)

$(BIN)/python:
	@echo "Making the environment in $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV)

%.mo: %.po $(VENV)/base.stamp
	@$(BIN)/python -m babel.messages.frontend --quiet compile --input-file $< --output-file $@

# dev.txt contains test.txt, and test.txt contains base.txt, with the same versions. So one environment is enough.
$(VENV)/%.stamp: requirements/%.txt | $(BIN)/python
	@echo "Installing requirements/$*.txt"
	@$(PIP) -r $<
	@touch $@
