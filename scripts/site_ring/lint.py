"""What `make lint` does, and one part of `make test`: style, types, the desk's scripts, and that every file compiles.

Also a command: `python -m scripts.site_ring.lint`, with the tools of the extra `lint`.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from scripts.site_ring.javascript import lint_javascript

CHECKOUT = Path(__file__).resolve().parents[2]
CHECKS: tuple[tuple[str, ...], ...] = (
	("ruff", "check", "."),
	("ruff", "format", "--check", "."),
	("mypy",),
	("compileall", "-q", "huf", "scripts", "tests", "benchmarks", "examples"),
)
"""Modules and their arguments; what mypy reads stands in pyproject.toml."""


def lint(folder: Path, checks: Sequence[Sequence[str]] = CHECKS) -> int:
	"""Run all of them in ``folder``, also after one has failed; how many did."""
	failed = 0
	for check in checks:
		print(f"$ {' '.join(check)}", flush=True)
		done = subprocess.run(
			[sys.executable, "-m", *check], cwd=folder, stdin=subprocess.DEVNULL, check=False
		)
		failed += done.returncode != 0
	print(f"{len(checks) - failed} of {len(checks)} checks passed", flush=True)
	return failed


def javascript_passes(folder: Path) -> bool:
	"""Whether ESLint finds nothing; True, with a sentence, where it cannot be run."""
	print("$ eslint huf", flush=True)
	try:
		skipped = lint_javascript(folder)
	except subprocess.CalledProcessError:
		return False
	print(skipped or "nothing found", flush=True)
	return True


if __name__ == "__main__":
	passed = [lint(CHECKOUT) == 0, javascript_passes(CHECKOUT)]
	sys.exit(not all(passed))
