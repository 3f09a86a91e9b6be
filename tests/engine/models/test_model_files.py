"""Models that somebody brings: what is kept, and what a hostile file comes to."""

import json
import os
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from huf.engine.embedding.static import StaticEmbedder, open_tables
from huf.engine.encoders.safetensors import MOST_HEADER_BYTES, read_header
from huf.engine.errors import EmbedderMissing, ModelRefused
from huf.engine.model_files import static_trial, trial, unpacking
from huf.engine.model_files.checking import check_model
from huf.engine.model_files.floors import measured_floor
from huf.engine.model_files.tokenizers import rewrite_tokenizer
from huf.engine.model_files.unpacking import unpack_model
from tests.engine.models.model_maker import make_model, safetensors, table, tokenizer, words

pytest.importorskip("tokenizers")


@pytest.fixture
def model(tmp_path: Path) -> Path:
	"""A whole model in a folder."""
	return make_model(tmp_path / "model")


@pytest.fixture
def target(tmp_path: Path) -> Path:
	"""Where it goes."""
	(folder := tmp_path / "target").mkdir()
	return folder


def zipped(model: Path, target: Path, under: str = "") -> Path:
	"""The model as a ZIP."""
	with zipfile.ZipFile(target, "w") as packed:
		for path in model.iterdir():
			packed.write(path, under + path.name)
	return target


def tarred(model: Path, target: Path) -> Path:
	"""The model as a tar, in a folder of its own."""
	with tarfile.open(target, "w") as packed:
		packed.add(model, "potion")
	return target


def test_it_is_the_same_model_in_each_wrapping(model: Path, tmp_path: Path) -> None:
	"""Folder, ZIP and tar give the same two files, which the owner alone reads, and the same digest; nothing else is taken out."""
	(model / "evil.pkl").write_bytes(b"cos\nsystem\n")
	found = set()
	for number, source in enumerate(
		(
			model,
			zipped(model, tmp_path / "a.zip"),
			zipped(model, tmp_path / "b.zip", "deep/"),
			tarred(model, tmp_path / "c.tar"),
		)
	):
		(folder := tmp_path / str(number)).mkdir()
		found.add(unpack_model(source, folder))
		assert sorted(path.name for path in folder.iterdir()) == ["model.safetensors", "tokenizer.json"]
		assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
	assert len(found) == 1


def test_a_model_passes_and_is_read(model: Path, target: Path) -> None:
	"""What was checked makes vectors: the mean of the words, unknown words left out, nothing for nothing."""
	digest = unpack_model(model, target)
	checked = check_model(target)
	assert (checked.dimension, checked.rows) == (64, len(words()) + 1)
	assert checked.right >= 0.6 * checked.trials >= 3
	assert sorted(path.name for path in target.iterdir()) == ["model.safetensors", "tokenizer.json"]
	embedder = StaticEmbedder(target, digest, 0.4)
	assert embedder.key == f"static:1-{digest}" and embedder.meaning_floor == 0.4
	vectors = embedder.embed(["Pump price", "pump unheardof PRICE", "", "unheardof"])
	rows = table(len(words()) + 1)
	mean = rows[[words().index(word) + 1 for word in ("pump", "price")]].mean(axis=0)
	np.testing.assert_allclose(vectors[0], mean / np.linalg.norm(mean), atol=1e-6)
	np.testing.assert_allclose(vectors[1], vectors[0], atol=1e-6)
	assert not vectors[2:].any()
	assert embedder.vocabulary_coverage("employees invoices") == 1
	assert embedder.vocabulary_coverage("employees Qxyzzyplughx") < 0.6
	assert embedder.vocabulary_coverage("") == embedder.vocabulary_coverage("Qxyzzy") == 0


def test_weights_and_mapping(tmp_path: Path) -> None:
	"""A token counts by its weight and has the row that the mapping names; half-precision and whole numbers are read as well."""
	make_model(tmp_path)
	rows, tokens = table(5), len(words()) + 1
	mapping = (np.arange(tokens) % 5).astype(np.int64)
	weights = np.linspace(0.1, 2, tokens)
	first, second = (words().index(word) + 1 for word in ("pump", "price"))
	for kind in (np.float16, np.float32, np.int8):
		own = (rows * 20).astype(kind)
		data = safetensors(embeddings=own, weights=weights, mapping=mapping)
		(folder := tmp_path / kind.__name__).mkdir()
		(folder / "model.safetensors").write_bytes(data)
		(folder / "tokenizer.json").write_text(json.dumps(tokenizer()), "utf-8")
		(vector,) = StaticEmbedder(folder, "x", 0.5).embed(["pump price"])
		expected = sum(own[number % 5].astype(np.float32) * weights[number] for number in (first, second))
		np.testing.assert_allclose(vector, expected / np.linalg.norm(expected), atol=1e-4)


@pytest.mark.parametrize(
	("make", "words_of"),
	[
		(lambda folder: (folder / "model.safetensors").unlink(), "There is no model in"),
		(lambda folder: (folder / "tokenizer.json").unlink(), "There is no tokenizer.json beside"),
		(lambda folder: make_model(folder / "second"), "There are 2 files"),
		(lambda folder: _link(folder / "tokenizer.json"), "is a link"),
		(lambda folder: _pipe(folder / "tokenizer.json"), "is a link or no file"),
		(
			lambda folder: (folder / "model.safetensors").write_bytes(
				b"version https://git-lfs.github.com/spec/v1\n"
			),
			"git lfs pull",
		),
	],
)
def test_a_folder_that_is_no_model(
	model: Path, target: Path, make: Callable[[Path], Any], words_of: str
) -> None:
	"""What is missing, doubled, a link, a pipe or a pointer of git is refused, with what to do."""
	make(model)
	with pytest.raises(ModelRefused, match=words_of):
		unpack_model(model, target)


def _link(path: Path) -> None:
	path.rename(path.with_suffix(".real"))
	path.symlink_to(path.with_suffix(".real"))


def _pipe(path: Path) -> None:
	path.unlink()
	os.mkfifo(path)


def test_a_hostile_archive(
	model: Path, tmp_path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
	"""Paths that climb go nowhere; links, doubles and bombs are refused; what is no archive at all is said to be none."""
	unpack_model(zipped(model, tmp_path / "up.zip", "../../../"), target)
	assert sorted(path.name for path in tmp_path.iterdir()) == ["model", "target", "up.zip"]
	bad = tmp_path / "bad"
	for path in target.iterdir():
		path.unlink()

	linked = zipfile.ZipInfo("tokenizer.json")
	linked.external_attr = 0o120777 << 16
	with zipfile.ZipFile(bad, "w") as packed:
		packed.write(model / "model.safetensors", "model.safetensors")
		packed.writestr(linked, "/etc/passwd")
	with pytest.raises(ModelRefused, match="is a link"):
		unpack_model(bad, target)

	with tarfile.open(bad, "w") as packed_tar:
		packed_tar.add(model / "model.safetensors", "model.safetensors")
		entry = tarfile.TarInfo("tokenizer.json")
		entry.type, entry.linkname = tarfile.LNKTYPE, "/etc/passwd"
		packed_tar.addfile(entry)
	with pytest.raises(ModelRefused, match="is a link"):
		unpack_model(bad, target)

	monkeypatch.setattr(unpacking, "MOST_BYTES", {**unpacking.MOST_BYTES, "model.safetensors": 1 << 20})
	with zipfile.ZipFile(bad, "w", zipfile.ZIP_DEFLATED) as packed:
		packed.writestr("model.safetensors", b"\0" * (2 << 20))
		packed.write(model / "tokenizer.json", "tokenizer.json")
	with pytest.raises(ModelRefused, match="more than 1 MB"):
		unpack_model(bad, target)

	whole = zipped(model, tmp_path / "whole.zip").read_bytes()
	for damaged in (b"", b"no archive", whole[: len(whole) // 2], b"\x80\x04cos\nsystem\n."):
		bad.write_bytes(damaged)
		with pytest.raises(ModelRefused, match="no folder, ZIP or tar"):
			unpack_model(bad, target)


@pytest.mark.parametrize("length", [MOST_HEADER_BYTES + 1, 1 << 62, (1 << 64) - 1, 0])
def test_the_length_of_a_header(tmp_path: Path, length: int) -> None:
	"""However long a header says that it is, no more is read than a header has."""
	path = tmp_path / "model.safetensors"
	path.write_bytes(length.to_bytes(8, "little") + b"{}" * 100)
	with pytest.raises(ModelRefused, match="header"):
		read_header(path)


@pytest.mark.parametrize(
	"entry",
	[
		{"dtype": "F32", "shape": [1 << 40, 64], "data_offsets": [0, 256]},
		{"dtype": "F32", "shape": [1, 64], "data_offsets": [-256, 0]},
		{"dtype": "F32", "shape": [1, 64], "data_offsets": [1 << 20, (1 << 20) + 256]},
		{"dtype": "F32", "shape": [1, 64], "data_offsets": [256, 0]},
		{"dtype": "F32", "shape": [True, 64], "data_offsets": [0, 256]},
		{"dtype": "F32", "shape": [1.0, 64], "data_offsets": [0, 256]},
		{"dtype": "F32", "shape": [2, 64], "data_offsets": [0, 256]},
		{"dtype": "F32", "shape": [1] * 30, "data_offsets": [0, 4]},
		{"dtype": "F32", "shape": "64", "data_offsets": [0, 256]},
		{"dtype": ["F32"], "shape": [1, 64], "data_offsets": [0, 256]},
		{"dtype": "F32", "shape": [1, 64]},
		[],
	],
)
def test_what_a_header_says(tmp_path: Path, entry: Any) -> None:
	"""A table that lies elsewhere, or is of another length than its shape, is never read."""
	text = json.dumps({"embeddings": entry}).encode()
	path = tmp_path / "model.safetensors"
	path.write_bytes(len(text).to_bytes(8, "little") + text + b"\0" * 256)
	with pytest.raises(ModelRefused):
		open_tables(path)


def test_tables_of_another_kind(tmp_path: Path) -> None:
	"""A transformer, a vector of one number, and a mapping to rows that are not there are refused."""
	path, rows = tmp_path / "model.safetensors", table(4)
	for tensors, said in (
		({"encoder.layer.0": rows}, "no static model"),
		({"embeddings": rows, "encoder.layer.0": rows}, "no static model"),
		({"embeddings": rows[:, :1]}, "shape"),
		({"embeddings": rows[0]}, "shape"),
		({"embeddings": rows, "mapping": np.array([0, 4])}, "mapping"),
		({"embeddings": rows, "mapping": np.array([0, -1])}, "mapping"),
	):
		path.write_bytes(safetensors(**tensors))
		with pytest.raises(ModelRefused, match=said):
			open_tables(path)


def replaced(pattern: str, content: str, kind: str = "String") -> dict[str, Any]:
	"""A step of a tokenizer."""
	return {"type": "Replace", "pattern": {kind: pattern}, "content": content}


def chain(*steps: dict[str, Any]) -> dict[str, Any]:
	"""Steps one after the other."""
	return {"normalizer": {"type": "Sequence", "normalizers": list(steps)}}


@pytest.mark.parametrize(
	"changes",
	[
		{
			"pre_tokenizer": {
				"type": "Split",
				"pattern": {"Regex": "(a+)+$"},
				"behavior": "Removed",
				"invert": False,
			}
		},
		chain(replaced("(x+x+)+y", "z", "Regex")),
		chain(*[replaced("a", "aa")] * 30),
		chain(replaced("a", "bb"), replaced("b", "aa")),
		chain(replaced(" ", "   ")),
		chain(replaced("!", " ! "), replaced("!", " ! ")),
		chain(replaced("!", " ! "), replaced(" ", "?"), replaced("?", " ? ")),
		chain(replaced("!", " ! "), {"type": "ByteLevel"}),
		chain({"type": "ByteLevel"}, {"type": "ByteLevel"}),
		chain(replaced("a", "a" * 1_000)),
		chain(replaced("", "x")),
		chain(*[{"type": "Lowercase"}] * 201),
		chain({"type": "Prepend", "prepend": "x" * 1_000}),
		chain({"type": "Precompiled", "precompiled_charsmap": "AAAAAA" + "YWFh" * 100}),
		chain({"type": "Precompiled", "precompiled_charsmap": "!"}),
		{"normalizer": {"type": "Python", "code": "import os"}},
		{"pre_tokenizer": {"type": "Unheard"}},
		{"added_tokens": [{"content": "x" * 2_000}]},
		{"model": {"type": "BPE", "vocab": {"a": 0}, "merges": [], "dropout": 0.5}},
		{"model": {"type": "WordPiece", "vocab": {"a": 0}, "max_input_chars_per_word": 1 << 40}},
		{"model": {"type": "WordLevel", "vocab": {}}},
		{"model": {"type": "Unigram", "vocab": [["x" * 2_000, 0.0]]}},
		{"model": {"type": "Other", "vocab": {"a": 0}}},
		{"model": [1]},
		{"added_tokens": 7},
	],
)
def test_a_tokenizer_that_could_take_for_ever(tmp_path: Path, changes: dict[str, Any]) -> None:
	"""Patterns that backtrack, replacements that grow, chances and what nobody knows are refused, each with the reason."""
	(tmp_path / "given.json").write_text(json.dumps(tokenizer(**changes)), "utf-8")
	with pytest.raises(ModelRefused, match="tokenizer"):
		rewrite_tokenizer(tmp_path / "given.json", tmp_path / "kept.json")


@pytest.mark.parametrize("text", ["", "[", "[" * 100_000, "[]", "null", '{"model": null}'])
def test_a_tokenizer_that_is_none(tmp_path: Path, text: str) -> None:
	"""Broken JSON, any depth of it, and JSON of something else."""
	(tmp_path / "given.json").write_text(text)
	with pytest.raises(ModelRefused, match="tokenizer"):
		rewrite_tokenizer(tmp_path / "given.json", tmp_path / "kept.json")


def test_what_model2vec_puts_into_a_tokenizer_is_taken(tmp_path: Path) -> None:
	"""Signs of punctuation parted from words, blanks made one, a SentencePiece table before that: as published models have it."""
	signs = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
	table_of_none = "BAAAAAAAAAAA"
	steps = [
		{"type": "Precompiled", "precompiled_charsmap": table_of_none},
		{"type": "Lowercase"},
		replaced("``", '"'),
		*(replaced(sign, f" {sign} ") for sign in signs),
		replaced(r"\s+", " ", "Regex"),
		{"type": "Strip", "strip_left": False, "strip_right": True},
	]
	given = tokenizer(**chain(*steps), post_processor={"type": "Unheard"}, truncation={"max_length": 3})
	(tmp_path / "given.json").write_text(json.dumps(given), "utf-8")
	rewrite_tokenizer(tmp_path / "given.json", tmp_path / "kept.json")
	kept = json.loads((tmp_path / "kept.json").read_text("utf-8"))
	assert len(kept["normalizer"]["normalizers"]) == len(steps)
	assert kept["post_processor"] is kept["truncation"] is None


def refused(target: Path, match: str, seconds: float = 60.0) -> None:
	"""The model in ``target`` does not pass."""
	with pytest.raises(ModelRefused, match=match):
		check_model(target, seconds)


def test_numbers_that_are_none(model: Path, target: Path) -> None:
	"""One NaN in the table is one too many, wherever it stands."""
	rows = table(len(words()) + 1)
	rows[-1, -1] = np.nan
	(model / "model.safetensors").write_bytes(safetensors(embeddings=rows))
	unpack_model(model, target)
	refused(target, "NaN")


@pytest.mark.parametrize("number", [np.nan, -np.inf, 1e20, np.iinfo(np.int64).min])
def test_numbers_that_make_no_vectors(tmp_path: Path, number: float) -> None:
	"""Also one whose square is infinite is refused, in the vectors and in the weights: texts with its token would have a vector of zeros."""
	kind = np.int64 if isinstance(number, int) else np.float64
	for bad in ("embeddings", "weights"):
		tables = {"embeddings": np.ones((20_000, 8), kind), "weights": np.ones(20_000, kind)}
		tables[bad].flat[-1] = number
		(tmp_path / "model.safetensors").write_bytes(safetensors(**tables))
		with pytest.raises(ModelRefused, match="NaN or infinite"):
			trial.main(tmp_path)


def test_steps_that_multiply_a_text_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Each puts blanks around Chinese characters, so that a long text takes ever longer: that is refused, by the processor's time."""
	monkeypatch.setattr(static_trial, "_MOST_SECONDS", 0.3)
	step = {
		"type": "BertNormalizer",
		"clean_text": False,
		"handle_chinese_chars": True,
		"strip_accents": None,
		"lowercase": False,
	}
	make_model(tmp_path, **chain(*[step] * 25))
	(tmp_path / "tokenizer.json").rename(tmp_path / "tokenizer.given.json")
	(tmp_path / "config.json").unlink()
	with pytest.raises(ModelRefused, match="a long text takes it more than"):
		trial.main(tmp_path)


def test_vectors_that_say_nothing(model: Path, target: Path, tmp_path: Path) -> None:
	"""A table of one vector, a model of no language, and files of two models are refused."""
	unpack_model(model, target)
	(target / "model.safetensors").write_bytes(
		safetensors(embeddings=np.ones((len(words()) + 1, 64), np.float32))
	)
	refused(target, "nearer")
	foreign = {"type": "WordLevel", "vocab": {"[UNK]": 0, "xyzzy": 1}, "unk_token": "[UNK]"}
	(other := tmp_path / "other").mkdir()
	unpack_model(make_model(tmp_path / "foreign", model=foreign), other)
	refused(other, "none of the ten languages")
	(mixed := tmp_path / "mixed").mkdir()
	(model / "model.safetensors").write_bytes(safetensors(embeddings=table(3)))
	unpack_model(model, mixed)
	refused(mixed, "of different models")


def test_a_trial_that_hangs_or_dies(model: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""It is given up after its time, and what it dies of is told without a trace of this machine's paths."""
	unpack_model(model, target)
	refused(target, "did not make its vectors within", seconds=0.01)
	monkeypatch.setattr("huf.engine.model_files.checking.sys.executable", "/bin/false")
	(target / "tokenizer.json").write_text("{}")
	refused(target, "failed: it was ended")


def test_files_that_are_gone(model: Path, target: Path) -> None:
	"""A model whose files were taken away says so, with what to do, and not where they were: whoever searches reads it."""
	make_model(target)
	for name in ("tokenizer.json", "model.safetensors"):
		(target / name).unlink()
		with pytest.raises(
			EmbedderMissing, match=r"\((There is no|No such file).*Add the model again"
		) as raised:
			StaticEmbedder(target, "x", 0.5).embed(["pump"])
		assert str(target.parent) not in str(raised.value)


class Scaled:
	"""Two numbers a text: how near each question is to its own passage and to all others is what the test says."""

	key, is_costly, weight, knows_words_only, meaning_floor, dimension = "scaled", False, 0.5, True, 0.5, 0

	def __init__(self, vectors: dict[str, Any]) -> None:
		self._vectors = vectors

	def vocabulary_coverage(self, text: str) -> float:
		"""It knows all."""
		return 1.0

	def embed(self, texts: Any, kind: str = "document") -> Any:
		"""As it was told."""
		return np.stack([self._vectors[text] for text in texts])


def scaled(own: float, count: int = 60) -> tuple[Scaled, list[tuple[str, int]], list[tuple[str, int]]]:
	"""Questions whose passage has the similarity ``own``, while all others are at right angles to them."""
	directions = np.eye(2 * count, dtype=np.float32)
	vectors = {}
	for number in range(count):
		vectors[f"q{number}"] = directions[number]
		vectors[f"p{number}"] = own * directions[number] + (1 - own**2) ** 0.5 * directions[count + number]
	asked = [(f"q{number}", number) for number in range(count)]
	return Scaled(vectors), asked, [(f"p{number}", number) for number in range(count)]


def test_a_floor_follows_the_model() -> None:
	"""A model whose right passages stand at .36 gets a floor below that, one whose stand at .9 keeps the usual one."""
	low = measured_floor(*scaled(0.36))
	assert 0.2 <= low.value <= 0.35 and low.near == low.far == 1 and low.p < 0.001
	assert (low.questions, low.passages) == (60, 60)
	usual = measured_floor(*scaled(0.9))
	assert (usual.value, usual.near, usual.far, usual.p) == (0.5, 1, 1, 1)
	# Another one may be known of a model: it stays as that does, and the usual one of all others has to be better than it.
	known = measured_floor(*scaled(0.36), usual=0.25)
	assert (known.value, known.near, known.far, known.p) == (0.25, 1, 1, 1)
	wrong = measured_floor(*scaled(0.36), usual=0.6)
	assert 0.2 <= wrong.value <= 0.35 and wrong.p < 0.001


def test_a_floor_tells_how_far_it_is() -> None:
	"""Reading the passages takes nearly all of the time, and is told by the way; what comes out is the same."""
	told: list[int] = []
	assert measured_floor(*scaled(0.36, 200), progress=told.append) == measured_floor(*scaled(0.36, 200))
	assert told == [0, 16, 32, 48, 64, 80, 96]


def test_calling_nothing_near_is_no_floor() -> None:
	"""Where others' passages are nearer than their own, as of records that are nearly alike, a floor above all of them gets the most right."""
	directions, vectors, passages = np.eye(180, dtype=np.float32), {}, []
	for number in range(60):
		vectors[f"q{number}"] = directions[number]
		vectors[f"p{number}"] = directions[60 + number]
		vectors[f"r{number}"] = 0.6 * directions[number] + 0.8 * directions[120 + number]
		passages += [(f"p{number}", number), (f"r{number}", (number + 1) % 60)]
	floor = measured_floor(Scaled(vectors), [(f"q{number}", number) for number in range(60)], passages)
	assert (floor.value, floor.p) == (0.5, 1)


def test_a_floor_that_cannot_be_measured() -> None:
	"""With few questions, or without another input to compare with, the usual one stays, and no question counts."""
	embedder, asked, passages = scaled(0.36)
	for few, some in ((asked[:19], passages), (asked, passages[:1]), ([], []), (asked, [])):
		floor = measured_floor(embedder, few, some)
		assert (floor.value, floor.questions) == (0.5, 0)
		assert measured_floor(embedder, few, some, 0.25).value == 0.25
	# So small a difference may be chance: five of 40 questions are better off.
	vectors, asked, passages = scaled(0.9, 40)
	worse, *_ = scaled(0.36, 40)
	for number in range(5):
		vectors._vectors[f"p{number}"] = worse._vectors[f"p{number}"]
	assert measured_floor(vectors, asked, passages).value == 0.5
