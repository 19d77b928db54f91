# Two commands do everything on a fresh Debian machine: `make demo` shows Midcourse at work, `make test` passes all tests.
# Both make their own environment in .venv and are safe to run twice.

.PHONY: demo test check setup bench clean

demo: setup
	@.venv/bin/midcourse demo

test: check
	.venv/bin/python -m pytest -n 2

check: setup
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/pyright
	.venv/bin/lint-imports

setup:
	@scripts/setup

clean:
	rm -rf .venv .midcourse
