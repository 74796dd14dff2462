# The tasks of a working day; each needs `make setup` once. CI runs .ci/run.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: setup test check check-long page-types bench docs

setup:  ## a virtual environment with huisu and all that its tests need
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet '.[test]'

test:  ## the tests, quick ones only
	$(BIN)/python -m pytest

check: ## layout, lint, types, tests
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/python -m pytest

check-long:  ## minutes: large counts, sanitizers, an installation without a compiler
	$(BIN)/python -m pytest -m 'long or install'

page-types:  ## the types in the page's comments; the only thing here that uses Node.js
	@if command -v npx >/dev/null; \
	then npx --yes --package=typescript@7 -- tsc -p tsconfig.json; \
	else echo 'npx is not on the PATH: the types of the page are not checked'; fi

bench:  ## the figures of the README, measured side by side
	$(BIN)/python bench/compare.py

docs:  ## the README's pictures drawn anew, and every example in the docs run
	$(BIN)/huisu --lang en board 8 --kth 1 --numbers -o docs/board.svg
	$(BIN)/huisu --lang en tree 4 --first -o docs/tree.svg
	$(BIN)/huisu --lang zh tree 4 --first -o docs/tree.zh.svg
	$(BIN)/huisu --lang en watch 4 --save docs/search.svg
	$(BIN)/huisu --lang zh watch 4 --save docs/search.zh.svg
	$(BIN)/python -m pytest tests/test_docs.py
