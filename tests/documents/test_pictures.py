"""The pictures of the documents: each is taken by a test, and shown by a document."""

from pathlib import Path

import pytest

from scripts import pictures

CHECKOUT = Path(__file__).resolve().parents[2]
DOCUMENTS = [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").glob("*.md"))]


def test_each_picture_is_taken_by_a_test():
	assert {path.stem for path in pictures.IMAGES.glob("*.png")} == set(pictures.tests_by_picture())


def test_each_picture_is_shown():
	texts = "".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
	assert [path.name for path in pictures.IMAGES.iterdir() if f"images/{path.name}" not in texts] == []


def test_a_picture_that_no_test_takes_is_named(tmp_path, monkeypatch):
	(tmp_path / "moon.png").touch()
	monkeypatch.setattr(pictures, "IMAGES", tmp_path)
	with pytest.raises(LookupError, match="moon"):
		pictures.tests_by_picture()
