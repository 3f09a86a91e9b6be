"""The linter of the desk's scripts: it finds what is wrong, and says so where it cannot be run."""

import shutil
import subprocess
from pathlib import Path

import pytest

from scripts.site_ring import javascript
from scripts.site_ring.lint import javascript_passes

ROOT = Path(__file__).parents[2]


def test_without_node_a_sentence_says_so(
	monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
	"""A machine without Node passes, and tells how to get it."""
	monkeypatch.setattr(shutil, "which", lambda name: None)
	assert javascript_passes(ROOT)
	assert "no Node on this machine" in capfd.readouterr().out


@pytest.mark.skipif(shutil.which("npm") is None, reason=javascript.NO_NODE)
@pytest.mark.parametrize(
	("text", "found"),
	[
		('frappe.msgprint(__("Saved"));\n', ""),
		("mesage.show();\n", "no-undef"),
		("function f() {\n\treturn 1;\n\tfrappe.ping();\n}\nf();\n", "no-unreachable"),
		("if (frappe.user == 1) frappe.ping();\n", "eqeqeq"),
	],
)
def test_what_is_wrong_is_found(
	tmp_path: Path, capfd: pytest.CaptureFixture[str], text: str, found: str
) -> None:
	"""A name that nobody defines, code that is never reached, a loose comparison; a script that is right passes."""
	if trouble := javascript._install(ROOT / javascript.TOOLS):
		pytest.skip(javascript.NO_PACKAGES.format(trouble))
	(tmp_path / "scripts").mkdir()
	(tmp_path / "scripts" / "javascript").symlink_to(ROOT / javascript.TOOLS)
	(tmp_path / "huf").mkdir()
	(tmp_path / "huf" / "a.js").write_text(text)
	if not found:
		assert javascript.lint_javascript(tmp_path) is None
		return
	with pytest.raises(subprocess.CalledProcessError):
		javascript.lint_javascript(tmp_path)
	assert found in capfd.readouterr().out
