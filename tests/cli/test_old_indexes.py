"""Indexes that older versions of huf made (`old_indexes/README.md`) are brought forward by the next `huf index`."""

import tarfile
from pathlib import Path

import pytest

from tests.cli_runner import as_json

SAMPLES = Path(__file__).parent / "old_indexes"
ANSWERING = ("0247f57-v", "66d4490")
"""Whose format is today's: they answer as they are."""
TEXTS = {
	"travel.md": "# Travel\n\n## Hotels\n\nA hotel costs at most ninety euros a night.\n",
	"prices.csv": "Item,Price\nValve,386\nPump,120\n",
	"sub/pets.txt": "Dogs are welcome on Fridays.\n",
}


@pytest.fixture
def files(tmp_path: Path) -> Path:
	"""The files that each of them was made of."""
	folder = tmp_path / "files"
	for name, text in TEXTS.items():
		(folder / name).parent.mkdir(parents=True, exist_ok=True)
		(folder / name).write_text(text, "utf-8")
	return folder


@pytest.mark.parametrize(
	"name", sorted(path.name.removesuffix(".tar.xz") for path in SAMPLES.glob("*.tar.xz"))
)
def test_it_comes_forward(files: Path, tmp_path: Path, name: str) -> None:
	"""It answers or says why not; then it is whole, knows what was added, and keeps its kind; what it had been stays among the kept."""
	with tarfile.open(SAMPLES / f"{name}.tar.xz") as archive:
		archive.extractall(tmp_path, filter="data")
	index = tmp_path / name
	old = (index / "current").read_text("utf-8").strip()
	before = as_json("search", index, "hotel", code=0 if name in ANSWERING else 1)
	if name in ANSWERING:
		assert before["hits"][0]["input"] == "travel.md" and not before["skipped"]
	else:
		(skipped,) = before["skipped"]
		assert skipped["code"] in ("Index Outdated", "Index Missing", "Index Corrupt")
		assert "Rebuild the source" in skipped["reason"]
	(files / "sub" / "cats.txt").write_text("Cats come on Mondays.\n", "utf-8")
	report = as_json("index", files, "--to", index)
	assert (report["indexed"], report["failed"]) == (4, [])
	assert report["backend"] == ("sqlite_hybrid" if name.endswith("-v") else "sqlite_fts")
	assert (index / old).is_dir()
	assert as_json("verify", index)["ok"] is True
	for query, wanted in (("hotel", "travel.md"), ("valve", "prices.csv"), ("cats", "sub/cats.txt")):
		assert as_json("search", index, query)["hits"][0]["input"] == wanted
	again = as_json("index", files, "--to", index)
	assert (again["build"], again["changed"]) == (report["build"], [])
