"""The linter of the desk's scripts: ESLint, as `scripts/javascript` pins it, installed there when Node is on the machine."""

import shutil
import subprocess
from pathlib import Path

TOOLS = Path("scripts") / "javascript"
NO_NODE = "The desk's scripts are not linted: there is no Node on this machine (Debian: nodejs and npm)."
NO_PACKAGES = "The desk's scripts are not linted: npm could not install ESLint. It said: {0}"
INSTALL_TIMEOUT_S = 300


def lint_javascript(checkout: Path) -> str | None:
	"""Lint every script below ``huf``; a sentence that says why not, where that cannot be done here.

	Raises:
		subprocess.CalledProcessError: ESLint found something, and has printed it.
	"""
	if shutil.which("node") is None or shutil.which("npm") is None:
		return NO_NODE
	if trouble := _install(checkout / TOOLS):
		return NO_PACKAGES.format(trouble)
	eslint = TOOLS / "node_modules" / ".bin" / "eslint"
	subprocess.run(
		[str(eslint), "--config", str(TOOLS / "eslint.config.mjs"), "--max-warnings", "0", "huf"],
		cwd=checkout,
		stdin=subprocess.DEVNULL,
		check=True,
	)
	return None


def _install(tools: Path) -> str:
	"""What the lock names, once for each lock; why not, when npm cannot."""
	lock, stamp = tools / "package-lock.json", tools / "node_modules" / ".made-of"
	if stamp.exists() and stamp.read_text("utf-8") == lock.read_text("utf-8"):
		return ""
	try:
		done = subprocess.run(
			["npm", "ci", "--no-audit", "--no-fund", "--loglevel", "error"],
			cwd=tools,
			stdin=subprocess.DEVNULL,
			capture_output=True,
			text=True,
			timeout=INSTALL_TIMEOUT_S,
			check=False,
		)
	except subprocess.TimeoutExpired:
		return f"nothing within {INSTALL_TIMEOUT_S} seconds"
	if done.returncode:
		return (done.stderr.strip() or "nothing").splitlines()[-1]
	stamp.write_text(lock.read_text("utf-8"), "utf-8")
	return ""
