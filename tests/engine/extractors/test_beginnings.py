"""Files refused by their beginnings: what would be read passes, and what is refused gets the sentence that the whole file would."""

import random
from pathlib import Path

import pytest
from extractor_samples import make_compound, make_zip

from huf.engine.content import Content
from huf.engine.errors import InputError, NoText, UnsupportedType
from huf.engine.extractors import default_registry
from huf.engine.extractors.recognition.sniff import BEGINNING, find_key, refuse_by_beginning

HANDBOOK = Path(__file__).parents[3] / "huf" / "demo" / "handbook"
LONG = bytes(3 * BEGINNING)
OLD_WORD = make_compound({"WordDocument": LONG})
ENCRYPTED = make_compound({"EncryptedPackage": LONG})
ARCHIVE = make_zip({"readme.txt": b"hello", "film.mp4": random.Random(1).randbytes(3 * BEGINNING)})
REFUSED = {
	"film.mp4": b"\0\0\0\x18ftypmp42" + LONG,
	"song.mp3": b"ID3\4" + LONG,
	"notes.jar": ARCHIVE,
	"report.pdf": b"Hello " * 3000,
	"short.docx": b"<html><body>Sorry",
	"unknown.xyz": b"plain words " * 2000,
	"empty.txt": b"",
}


def refusal(name: str, data: bytes) -> tuple[type[InputError], str] | None:
	"""What the beginning of this file is refused with."""
	try:
		refuse_by_beginning(name, data[:BEGINNING], len(data), default_registry())
	except InputError as error:
		return type(error), str(error)
	return None


@pytest.mark.parametrize("name", REFUSED)
def test_what_nothing_reads_is_refused_as_the_whole_file(name: str) -> None:
	"""The same kind of refusal with the same sentence as for the whole file."""
	data = REFUSED[name]
	assert name in ("empty.txt", "short.docx") or len(data) > BEGINNING
	with pytest.raises(InputError) as whole:
		find_key(Content(name, data=data), default_registry())
	assert refusal(name, data) == (whole.type, str(whole.value))


@pytest.mark.parametrize("file", sorted(HANDBOOK.iterdir()), ids=lambda file: file.name)
def test_the_handbook_passes(file: Path) -> None:
	"""Each kind of file that huf reads passes by its beginning."""
	assert refusal(file.name, file.read_bytes()) is None


def test_what_the_beginning_cannot_tell_passes() -> None:
	"""An encrypted file of Office, an archive, and an Office file that is called one, are for the whole file to judge."""
	for name in ("plan.docx", "plan.xls", "plan.msg", "plan"):
		assert refusal(name, ENCRYPTED) is None
	assert refusal("a.zip", ARCHIVE) is None and refusal("a", ARCHIVE) is None
	office = make_zip({"[Content_Types].xml": b"<Types/>", "word/document.xml": LONG})
	assert refusal("plan.zip", office + bytes(BEGINNING)) is None


def test_an_archive_that_another_app_reads_passes() -> None:
	"""What an app registers is read by it, archives and unknown files alike."""
	registry = default_registry()
	for key in ("jar", "xyz"):
		registry.register(key, "huf.engine.extractors.plain.text.extract_text")
	refuse_by_beginning("a.jar", ARCHIVE[:BEGINNING], len(ARCHIVE), registry)
	refuse_by_beginning("a.xyz", b"\0\1\2" * 100, 9000, registry)


def test_sentences_say_what_to_do() -> None:
	"""An old document that nobody reads says what to save it as, and an empty one that it is empty."""
	registry = default_registry()
	registry.forget(("doc",))
	with pytest.raises(UnsupportedType, match="save it as docx"):
		refuse_by_beginning("letter.doc", OLD_WORD[:BEGINNING], len(OLD_WORD), registry)
	assert refusal("empty.txt", b"")[0] is NoText
