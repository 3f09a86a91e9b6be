# The commands of this project. `make demo` and `make test` are all a reader needs; the rest is for contributors.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

# An ordinary bench for `make bench`. HUF_BENCH is also where the site tests look for one.
HUF_BENCH ?= $(HOME)/frappe-bench
# A bench of Frappe 16, for `make test` and `make test-16`.
HUF_BENCH_16 ?= $(HOME)/frappe-bench-16
HUF_SITE ?= huf.localhost
FRAPPE_BRANCH ?= version-15
SEMGREP ?= semgrep
STYLE_RULES = frappe-using-db-sql frappe-no-functional-code

.DEFAULT_GOAL := help
.PHONY: help demo test test-16 test-postgres test-tools test-engine test-site pictures translations semgrep lint bench benchmarks

help: ## Say what each target does
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-12s %s\n", $$1, $$2 }'

ENGINE_RING = $(BIN)/python -m pytest --ignore=tests/site
SITE_RING = HUF_BENCH='$(HUF_BENCH)' $(BIN)/python -m scripts.site_ring

# Without a Redis server the tests of locks are skipped, without Tesseract those of scans, without Dovecot those of mailboxes; the sentence says how to get it.
test-tools: $(BIN)/.huf-test
	@$(BIN)/python -m scripts.site_ring.packages redis-server || :
	@$(BIN)/python -m scripts.site_ring.packages tesseract || :
	@$(BIN)/python -m scripts.site_ring.packages dovecot || :

test: test-tools ## Lint and both rings of tests; the second one on each bench that is there (HUF_BENCH, HUF_BENCH_16)
	@HUF_BENCH_16='$(HUF_BENCH_16)' $(SITE_RING) --with-engine --with-others --if-present

test-engine: test-tools ## The tests that need no Frappe; ARGS="-k words" goes to pytest
	@$(ENGINE_RING) $(ARGS)

test-site: $(BIN)/.huf-test ## The tests on a real site; ARGS="--only pytest -k words" or --keep, see docs/testing.md
	@$(SITE_RING) $(ARGS)

test-16: $(BIN)/.huf-test ## The tests on a real site of Frappe 16 (HUF_BENCH_16, else ~/frappe-bench-16); ARGS as for test-site
	@HUF_BENCH='$(HUF_BENCH_16)' $(BIN)/python -m scripts.site_ring $(ARGS)

test-postgres: $(BIN)/.huf-test ## The tests in the app on PostgreSQL; ARGS as for test-site, such as "--only pytest -k stress"
	@HUF_BENCH='$(HUF_BENCH)' HUF_DB=postgres $(BIN)/python -m scripts.site_ring $(or $(ARGS),--only unit)

pictures: $(BIN)/.huf-test ## Take the pictures of the documents anew, by the tests of the desk that show the same
	@HUF_BENCH='$(HUF_BENCH)' $(BIN)/python -m scripts.pictures

translations: $(BIN)/.huf-test ## Bring huf/locale up to date with the texts, and say what has no translation yet
	@HUF_BENCH='$(HUF_BENCH)' $(BIN)/python -m scripts.translations

# Two rules about style are not followed; docs/marketplace.md says why. From the folder above, so that their names begin with its name.
semgrep: ## Frappe's Semgrep rules over the app; RULES=the folder `rules` of a clone of frappe/semgrep-rules, SEMGREP=the program
	@test -d '$(RULES)' || { echo "RULES must name the folder 'rules' of a clone of frappe/semgrep-rules." >&2; exit 2; }
	cd '$(RULES)/..' && $(SEMGREP) scan --error --metrics off --config '$(notdir $(abspath $(RULES)))' \
		$(foreach rule,$(STYLE_RULES),--exclude-rule '$(notdir $(abspath $(RULES))).$(rule)') '$(CURDIR)/huf'

$(BIN)/.huf-test: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[lint,test,test-stores]'
	@touch $@

# One virtual environment for everything but a bench; made again only when the dependencies change.
$(BIN)/.huf-dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

# What a user gets: huf without the tools of its developers. With Tesseract on the machine the demo reads a scan too.
$(BIN)/.huf: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[ocr]'
	@touch $@

demo: $(BIN)/.huf ## Index a sample company handbook and ask it six questions; no server, no key, no network
	$(BIN)/huf demo

lint: $(BIN)/.huf-dev ## Ruff, mypy (strict on the engine), and a compile of every file
	@$(BIN)/python -m scripts.site_ring.lint

bench: ## Make an ordinary bench with a new site and this checkout (reaches GitHub; set DB_ROOT_PASSWORD)
	HUF_BENCH='$(HUF_BENCH)' HUF_SITE='$(HUF_SITE)' FRAPPE_BRANCH='$(FRAPPE_BRANCH)' scripts/make_bench.sh

benchmarks: $(BIN)/.huf-dev ## Measure huf against peers in the same run; prints Markdown tables (about ten minutes)
	for name in searching.web_import reading.token_estimate building.index_speed searching.search_speed one_change; do $(BIN)/python -m benchmarks.$$name || exit 1; echo; done
