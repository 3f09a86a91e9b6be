"""The pictures of the documents, taken anew on a real site: `make pictures`.

Each PNG in `docs/images` is a screenshot that a test of the desk takes under the same name. So a picture is made by running
those tests, and what it shows has been clicked through. A new picture is an empty file of that name, and this command.
"""

import ast
import os
import subprocess
import sys
import tempfile
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
IMAGES = CHECKOUT / "docs" / "images"
DESK_TESTS = CHECKOUT / "tests" / "site" / "desk"
COLOURS = 128
"""Enough for a page of the desk, whose pictures are a third as large then."""


def tests_by_picture() -> dict[str, str]:
	"""For each picture of the documents the test that takes it. Raises LookupError that names those that no test takes."""
	wanted = {path.stem for path in IMAGES.glob("*.png")}
	found: dict[str, str] = {}
	for path in sorted(DESK_TESTS.rglob("test_*.py")):
		for node in ast.parse(path.read_text(encoding="utf-8")).body:
			if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
				found |= dict.fromkeys(wanted & _names_in(node), node.name)
	if lost := wanted - set(found):
		raise LookupError(f"No test of {DESK_TESTS} takes a picture named {', '.join(sorted(lost))}.")
	return found


def _names_in(test: ast.FunctionDef) -> set[str]:
	"""What the calls of `picture` in a test are given as a name."""
	return {
		argument.value
		for call in ast.walk(test)
		if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "picture"
		for argument in call.args
		if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
	}


def main() -> int:
	"""Run the tests, and put what they took in the place of what the documents have; the exit code of the tests."""
	tests = tests_by_picture()
	with tempfile.TemporaryDirectory() as folder:
		ring = [sys.executable, "-m", "scripts.site_ring", "--only", "pytest"]
		ring += ["-k", " or ".join(sorted(set(tests.values())))]
		code = subprocess.run(ring, cwd=CHECKOUT, env={**os.environ, "HUF_SCREENSHOTS": folder}, check=False)
		if code.returncode == 0:
			for name in tests:
				_reduce(Path(folder) / f"{name}.png", IMAGES / f"{name}.png")
	return code.returncode


def _reduce(taken: Path, kept: Path) -> None:
	"""The same picture with fewer colours."""
	# Of the extra for text recognition, which the tests install.
	from PIL import Image

	with Image.open(taken) as image:
		image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(kept, optimize=True)


if __name__ == "__main__":
	sys.exit(main())
