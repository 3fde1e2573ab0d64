# Two commands matter: `make demo` and `make test`. Each makes its own environment on a fresh machine.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# workers of the tests: three for two cores, because some tests wait for browsers and other processes
JOBS ?= 3

# the ends of the allowed versions: Python, and uv's name for them; see CONTRIBUTING.md
PYTHON_oldest ?= 3.11
PYTHON_newest ?= $(shell python3.13 -c "" 2> /dev/null && echo 3.13 || echo $(PYTHON))
RESOLUTION_oldest := lowest-direct
RESOLUTION_newest := highest

.PHONY: demo test test-near test-all test-peers test-versions test-oldest test-newest bench lint docs loops web clean

$(VENV)/.base: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable ".[report]"
	$(BIN)/python -m compileall -q src  # once, not in each process of the tests
	touch $@

$(VENV)/.test: $(VENV)/.base
	$(BIN)/python -m pip install --quiet --editable ".[report,test]"
	touch $@

$(VENV)/.lint: $(VENV)/.test
	$(BIN)/python -m pip install --quiet --editable ".[report,test,lint]"
	touch $@

$(VENV)/.peers: $(VENV)/.test
	$(BIN)/python -m pip install --quiet --editable ".[report,test,peers]"
	touch $@

$(VENV)/.bench: $(VENV)/.peers
	$(BIN)/python -m pip install --quiet --editable ".[report,test,peers,bench]"
	touch $@

$(VENV)/.docs: $(VENV)/.base
	$(BIN)/python -m pip install --quiet --editable ".[report,docs]"
	touch $@

demo: $(VENV)/.base            ## run the excavator; open out/excavator/report.html in a browser
	$(BIN)/biela run excavator --out out/excavator
	@echo "open out/excavator/report.html in a browser; the command is $(abspath $(BIN))/biela, or biela after: source $(BIN)/activate"

test: $(VENV)/.test            ## a fixed set of tests, six minutes on two idle cores: every capability, published work and kind of fault
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not peers" --set=fixed

test-near: $(VENV)/.test       ## after `make test`: long tests, first of the rooms that changed since the last release
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not peers" --set=near

test-all: $(VENV)/.peers       ## all tests, long studies and cross-checks included; writes their seconds to tests/durations.json
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --measure

test-peers: $(VENV)/.peers     ## cross-checks against other engines
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m peers

test-versions: test-oldest test-newest  ## the unit tests with the oldest and the newest versions that pyproject.toml allows

test-oldest test-newest: test-%: $(VENV)/.base
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv venv --quiet --allow-existing --python $(PYTHON_$*) .venv-$*
	$(BIN)/uv pip install --quiet --upgrade --python .venv-$* --resolution $(RESOLUTION_$*) --editable ".[test]"
	@$(BIN)/uv pip freeze --quiet --python .venv-$* | grep == | xargs echo "$* versions, Python $(PYTHON_$*):"
	BIELA_CACHE_DIR=$(abspath .venv-$*)/cache .venv-$*/bin/python -m pytest -q -n $(JOBS) --dist worksteal --set=fixed tests/unit

bench: $(VENV)/.bench          ## every benchmark; QUICK=--quick for a short one
	for script in peers limit scaling startup batch formulations network parallel_robots excavator multi_rate vehicle identification estimation pages sweep scale wasm; do $(BIN)/python benchmarks/$$script.py $(QUICK) || exit 1; done

lint: $(VENV)/.lint            ## style and types
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/mypy

docs: $(VENV)/.docs            ## the documentation, into out/docs; a warning is an error
	$(BIN)/mkdocs build --strict --quiet --site-dir out/docs

loops: $(VENV)/.base           ## compile the time loops again after a change, for this processor and for pages
	$(BIN)/python -m biela.kernel.ship

web:                           ## the code of the pages, from web/ into src/biela/report/assets; needs Node
	cd web && npm ci --no-audit --no-fund && npm run check && npm run build

clean:
	rm -rf $(VENV) .venv-oldest .venv-newest out .pytest_cache .mypy_cache .ruff_cache
