# `make table` and `make test` need only make, a POSIX shell and a Python >= 3.11 with its venv module;
# everything else goes into .venv, in the versions that the lock files pin.

VENV := .venv
BIN := $(VENV)/bin
# A module is compiled when it is first used: most of those that are installed never are.
PIP_INSTALL := -m pip --disable-pip-version-check --quiet install --no-compile
INSTALL := $(BIN)/python $(PIP_INSTALL)
PACKAGES := symbolic_eps verify derivations

# The interpreter that .venv is made from: `make PYTHON=python3.12 ...` names another one.
PYTHON ?= python3 python3.14 python3.13 python3.12 python3.11

# Test processes; `make test JOBS=1` for one after the other. One process runs all tests of a file, so that what they
# share is made once; files come in their order, which has the short ones, doctests of one module each, at the end.
JOBS ?= auto
PYTEST := $(BIN)/pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder

# A .venv that was half made, has lost its interpreter or was moved here from another place is made anew.
USABLE := $(shell test -x $(BIN)/python && cat $(VENV)/.stamp 2>/dev/null)
ifneq ($(USABLE),$(CURDIR))
REMAKE := remake-venv
endif

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help table test lint types layers pytest slow mutants theorems certificates expected records golden figures pictures examples gallery docs manual bench lock clean remake-venv

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'

table: $(VENV)/.stamp-runtime ## derive the table of closed forms and print it beside the published one
	@$(BIN)/symbolic-eps table

test: lint types layers pytest ## the whole gate: style, types, import layers, tests, documentation examples

lint: $(VENV)/.stamp-test ## style only
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --check --quiet

types: $(VENV)/.stamp-test ## static types only
	$(BIN)/mypy --no-error-summary

layers: $(VENV)/.stamp-test ## import layers only
	$(BIN)/lint-imports --no-logo

pytest: $(VENV)/.stamp-test $(VENV)/.stamp-libraries $(VENV)/.stamp-eslint ## tests, doctests and README examples only
	$(PYTEST) --durations=30

slow: $(VENV)/.stamp-test $(VENV)/.stamp-libraries $(VENV)/.stamp-eslint ## all tests, every long proof and sweep, and all mutants of the papers' claims
	$(PYTEST) --all
	$(MAKE) mutants

mutants: $(VENV)/.stamp-test ## all mutants; interrupted, it goes on where it stopped
	$(BIN)/python -m benchmarks.mutants --jobs 2 --results .mutants.jsonl --markdown benchmarks/results/mutants.md

theorems: $(VENV)/.stamp-test ## which closed forms have theorems of Coq; interrupted, it goes on where it stopped
	$(BIN)/python -m benchmarks.theorems --results .theorems.jsonl --markdown benchmarks/results/theorems.md --document docs/theorem.md

certificates: $(VENV)/.stamp-runtime ## derive the closed forms anew and write their certificates
	$(BIN)/symbolic-eps table --derive --jobs 2 --certificates derivations/kazan_reiter/closed_forms > /dev/null
	for kind in answers certificates; do mv derivations/kazan_reiter/closed_forms/$$kind/theorem-1.json symbolic_eps/theory/evidence/$$kind/; done
	$(BIN)/python -m symbolic_eps.guarantees.prior_extremes
	$(BIN)/python -m symbolic_eps.randomized_response.theorems
	$(BIN)/python -m symbolic_eps.privacy_loss.theorems
	$(BIN)/symbolic-eps signs --derive --certificates derivations/kazan_reiter/signs > /dev/null

expected: $(VENV)/.stamp-runtime ## judge all claims of the papers and pin the verdicts
	$(BIN)/symbolic-eps audit --derive --jobs 2 --update-expected > /dev/null
	$(MAKE) records

records: $(VENV)/.stamp-runtime ## judge all claims with the shipped proofs and write the records that an audit takes
	$(BIN)/symbolic-eps audit --again --jobs 2 --update-expected > /dev/null

golden: $(VENV)/.stamp-test ## write the golden files of exports anew
	$(BIN)/pytest -q tests/symbolic_eps/export/test_golden.py tests/symbolic_eps/export/test_export_docs.py tests/symbolic_eps/test_rounding_down.py::test_module_is_written_from_the_proved_program --update-golden

figures: $(VENV)/.stamp-test ## draw the paper's figures anew, as SVG and PNG, into the folder figures
	$(BIN)/python -m derivations.kazan_reiter_2024.figures figures

pictures: $(VENV)/.stamp-test ## draw the README's picture anew, for light and for dark pages
	$(BIN)/python docs/pictures/one_release.py

examples: $(VENV)/.stamp-runtime ## write the errata notes and pages in docs/examples/errata anew
	$(BIN)/python docs/examples/errata/write.py

gallery: $(VENV)/.stamp-test ## draw the pictures of the gallery of profiles anew
	$(BIN)/python docs/gallery/draw.py

docs: $(VENV)/.stamp-test ## build the documentation as a site, which needs no network, in build/site
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going docs build/site

manual: $(VENV)/.stamp-runtime ## write the manual page anew from the helps of the command
	@$(BIN)/python -m symbolic_eps.cli.man_page > docs/symbolic-eps.1

bench: $(VENV)/.stamp-runtime ## run the benchmarks behind the README's figures
	$(BIN)/python -m benchmarks

clean: ## remove .venv, build products and caches
	rm -rf .mutants.jsonl .theorems.jsonl $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find $(PACKAGES) tests benchmarks -name __pycache__ -prune -exec rm -rf {} +

# Set-up speaks on standard error, so that `make table > FILE` holds the table alone.

$(VENV)/.stamp: $(REMAKE)
	@found=; without_venv=; \
	for python in $(PYTHON); do \
	  "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  if "$$python" -c 'import ensurepip, venv' 2>/dev/null; then found=$$python; break; fi; \
	  without_venv=$${without_venv:-$$python}; \
	done; \
	if [ -z "$$found" ] && [ -n "$$without_venv" ]; then \
	  echo "$$without_venv has no venv module: install it (Debian, Ubuntu: apt-get install python3-venv), then run make again." >&2; exit 1; \
	elif [ -z "$$found" ]; then \
	  echo "No Python >= 3.11 among: $(PYTHON). Install one, or name it: make PYTHON=/path/to/python3." >&2; exit 1; \
	fi; \
	echo "Setting up $(VENV) with $$("$$found" --version) ..." >&2; \
	rm -rf $(VENV) && "$$found" -m venv $(VENV)
	@echo "$(CURDIR)" > $@

$(VENV)/.stamp-runtime: $(VENV)/.stamp requirements.lock pyproject.toml
	@echo "Installing what the program needs (requirements.lock) ..." >&2
	@$(INSTALL) --require-hashes -r requirements.lock
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.stamp-test: $(VENV)/.stamp-runtime requirements-test.lock
	@echo "Installing what the tests need (requirements-test.lock) ..." >&2
	@$(INSTALL) --require-hashes -r requirements-test.lock
	@touch $@

# Libraries of others, whose pins need not fit ours. Where they cannot be installed, their tests are skipped loudly.
LIBRARIES := $(VENV)/libraries

$(VENV)/.stamp-libraries: $(VENV)/.stamp requirements-libraries.lock
	@echo "Installing libraries that exports are tested with (requirements-libraries.lock) ..." >&2
	@$(BIN)/python -m venv --clear $(LIBRARIES)
	@if $(LIBRARIES)/bin/python $(PIP_INSTALL) --require-hashes -r requirements-libraries.lock; \
	then touch $@; else rm -rf $(LIBRARIES); fi

# The linter of exported JavaScript. Where it cannot be installed, its test is skipped loudly.
ESLINT := $(VENV)/eslint

$(VENV)/.stamp-eslint: $(VENV)/.stamp tests/eslint/package-lock.json
	@rm -rf $(ESLINT) && cp -R tests/eslint $(ESLINT)
	@if npm ci --prefix $(ESLINT) --ignore-scripts --no-audit --no-fund --silent >&2; \
	then touch $@; else rm -rf $(ESLINT); fi

# Pins that still fit stay as they are; `make lock UPGRADE=1` takes the newest versions.

UV := uv==0.13.8
COMPILE := $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
	--no-header --no-emit-index-url --no-emit-find-links $(if $(UPGRADE),--upgrade)

lock: $(VENV)/.stamp ## pin anew what pyproject.toml asks for (UPGRADE=1: newest versions)
	@$(INSTALL) $(UV)
	@$(COMPILE) --group build --output-file requirements.lock > /dev/null
	@$(COMPILE) --group build --group test --constraint requirements.lock --output-file requirements-test.lock > /dev/null
	@$(subst pyproject.toml,,$(COMPILE)) --group libraries --output-file requirements-libraries.lock > /dev/null
	@for file in requirements.lock requirements-test.lock requirements-libraries.lock; do \
	  { echo "# Every package with its hashes, for all platforms and Python >= 3.11: do not edit, \`make lock\` writes it."; \
	    cat $$file; } > $$file.new && mv $$file.new $$file; \
	done
