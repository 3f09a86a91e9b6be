"""Models in ONNX that somebody brings: what is kept, and what a hostile file comes to."""

import json
import random
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from huf.engine.encoders.reading import Piece, Reading
from huf.engine.errors import ModelRefused
from huf.engine.model_files import graphs
from huf.engine.model_files.checking import CheckedModel, check_model
from huf.engine.model_files.configuration import reading_of
from huf.engine.model_files.graphs import check_graph
from huf.engine.model_files.unpacking import Unpacked, unpack_model
from huf.tests import onnx_maker as onnx
from tests.engine.models.model_maker import make_model, words

pytest.importorskip("tokenizers")


@pytest.fixture
def target(tmp_path: Path) -> Path:
	"""Where a model goes."""
	(folder := tmp_path / "target").mkdir()
	return folder


def told(target: Path, source: Path) -> CheckedModel:
	"""What becomes of a model in ``source``."""
	unpack_model(source, target)
	return check_model(target)


def rows() -> Any:
	"""A vector for each token of the tokenizer of :func:`huf.tests.onnx_maker.make_onnx`."""
	return onnx.table(len(words()) + 4)


@pytest.mark.parametrize("kind", ["embedding", "rerank"])
def test_a_model_passes(kind: str, tmp_path: Path, target: Path) -> None:
	"""Three files stay, which the owner alone reads; what the configuration says is among them, and nothing of PyTorch."""
	pytest.importorskip("onnxruntime")
	source = onnx.make_onnx(tmp_path / "model", words(), kind=kind)
	assert unpack_model(source, target).form == "onnx"
	checked = check_model(target)
	assert (checked.kind, checked.longest, checked.rows) == (kind, 64, 0)
	assert checked.dimension == (onnx.DIMENSION if kind == "embedding" else 0)
	assert checked.right >= 0.6 * checked.trials > 5
	assert sorted(path.name for path in target.iterdir()) == ["model.onnx", "reading.json", "tokenizer.json"]
	assert {path.stat().st_mode & 0o777 for path in target.iterdir()} == {0o600}
	assert json.loads((target / "tokenizer.json").read_text())["post_processor"] is None
	assert Reading.of(target).kind == kind


def test_which_files_are_the_model(tmp_path: Path) -> None:
	"""A static model that has a graph too is a static one; several graphs, a missing configuration and links are refused."""

	def unpacked(source: Path) -> Unpacked:
		(folder := tmp_path / str(random.random())).mkdir()
		return unpack_model(source, folder)

	static = make_model(tmp_path / "static")
	alone = unpacked(static)
	(static / "onnx").mkdir()
	(static / "onnx" / "model.onnx").write_bytes(b"the same table")
	assert unpacked(static) == alone and alone.form == "static"

	source = onnx.make_onnx(tmp_path / "model", words())
	first = unpacked(source)
	packed = tmp_path / "model.zip"
	with zipfile.ZipFile(packed, "w") as file:
		for path in source.rglob("*.*"):
			file.write(path, f"deep/{path.relative_to(source)}")
	assert unpacked(packed) == first
	# What stands beside the graph decides how texts are read, so it is part of the model.
	(source / "config_sentence_transformers.json").write_text(json.dumps({"prompts": {"query": "query: "}}))
	assert unpacked(source).digest != first.digest

	(source / "onnx" / "model_quantized.onnx").write_bytes(b"another")
	assert unpacked(source).form == "onnx"
	(source / "onnx" / "model.onnx").rename(source / "onnx" / "model_O4.onnx")
	with pytest.raises(ModelRefused, match=r"2 graphs in model \(onnx/model_O4.onnx, onnx/model_quantized"):
		unpacked(source)
	(source / "onnx" / "model_O4.onnx").unlink()
	(source / "config.json").rename(tmp_path / "config.json")
	with pytest.raises(ModelRefused, match=r"no config\.json beside model_quantized\.onnx"):
		unpacked(source)
	(source / "config.json").symlink_to(tmp_path / "config.json")
	with pytest.raises(ModelRefused, match="is a link"):
		unpacked(source)


def hostile_graphs() -> dict[str, tuple[bytes, str]]:
	"""Files, each with a word of why it is refused."""
	table = onnx.tensor("table", onnx.table(8))
	gather = onnx.node("Gather", ("table", "input_ids"), "last_hidden_state")
	output = onnx.value("last_hidden_state", 1, ("batch", "tokens", "dimension"))

	def made(nodes: list[bytes], tensors: list[bytes] | None = None) -> bytes:
		return onnx.graph(nodes, tensors or [table], output)

	elsewhere = onnx.field(13, onnx.field(1, "location") + onnx.field(2, "/etc/passwd"))
	outside = onnx.tensor("table", onnx.table(8), elsewhere + onnx.field(14, 1))
	inside = onnx.field(5, onnx.field(1, "value") + onnx.field(5, outside) + onnx.field(20, 4))
	body = onnx.field(6, onnx.field(1, onnx.node("Loop", (), "x")))
	whole = made([gather])
	nested = b"".join((onnx.field(1, "Gather"),))
	for _ in range(20):
		nested = onnx.field(4, "If") + onnx.field(5, onnx.field(6, onnx.field(1, nested)))
	return {
		"loop": (made([onnx.node("Loop", ("input_ids",), "x"), gather]), "'Loop'"),
		"loop in a branch": (
			made([onnx.node("If", ("input_ids",), "x", extra=onnx.field(5, body)), gather]),
			"'Loop'",
		),
		"dice": (made([onnx.node("RandomNormal", (), "x"), gather]), "'RandomNormal'"),
		"own operator": (made([onnx.node("Shell", (), "x", extra=onnx.field(7, "evil")), gather]), "'evil'"),
		"a domain twice": (
			made([onnx.node("Gather", (), "x", extra=onnx.field(7, "evil") + onnx.field(7, ""))]),
			"'evil'",
		),
		"another file": (made([gather], [outside]), "external data"),
		"another file without a flag": (
			made([gather], [onnx.tensor("t", onnx.table(8), elsewhere)]),
			"external",
		),
		"another file in a constant": (
			made([onnx.node("Constant", (), "c", extra=inside), gather]),
			"external data",
		),
		"a function": (whole + onnx.field(25, onnx.field(1, "f")), "field 25"),
		"a training": (whole + onnx.field(20, b""), "field 20"),
		"graphs in graphs": (made([nested]), "graphs within graphs"),
		"two gigabytes": (
			onnx.field(1, 8) + onnx.varint(7 << 3 | 2) + onnx.varint(2 << 30) + b"x",
			"damaged",
		),
		"more than there is": (onnx.varint(7 << 3 | 2) + onnx.varint(2**63), "damaged"),
		"an endless number": (b"\xff" * 40, "damaged"),
		"a group": (whole + onnx.varint(7 << 3 | 3), "damaged"),
		"cut off": (whole[:-30], "damaged|does not know"),
		"another format": (b"\x08\x00\x00\x00ORTM" + bytes(100), "own format"),
		"nothing": (b"", "damaged"),
		"no node": (made([]), "damaged"),
		"text": (b"version https://git-lfs.github.com/spec/v1\n", "damaged|does not know"),
	}


@pytest.mark.parametrize("name", sorted(hostile_graphs()))
def test_hostile_graphs(name: str, tmp_path: Path) -> None:
	"""Loops, chances, code, other files, lengths that are not there: refused before any library opens the file."""
	data, why = hostile_graphs()[name]
	(path := tmp_path / "model.onnx").write_bytes(data)
	with pytest.raises(ModelRefused, match=why):
		check_graph(path)


def test_whatever_the_bytes_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
	"""Damage at any place is told as such, or changes nothing that matters; too many parts are not looked at."""
	whole = onnx.embedding_graph(onnx.table(6))
	(path := tmp_path / "model.onnx").write_bytes(whole)
	check_graph(path)
	chance = random.Random(7)
	refused = 0
	for _ in range(600):
		data = bytearray(whole)
		for _ in range(chance.randint(1, 4)):
			data[chance.randrange(len(data) if chance.random() < 0.5 else 200)] = chance.randrange(256)
		path.write_bytes(data)
		try:
			check_graph(path)
		except ModelRefused:
			refused += 1
	assert refused > 100
	path.write_bytes(whole)
	monkeypatch.setattr(graphs, "MOST_FIELDS", 10)
	with pytest.raises(ModelRefused, match="more than 10 parts"):
		check_graph(path)


def wrong_graphs() -> dict[str, tuple[str, bytes, str]]:
	"""Graphs that are read, of which ONNX Runtime or the trial finds what is wrong: the kind of model, the file and a word of the refusal."""
	nan, same = rows(), rows()
	nan[20] = np.nan
	same[:] = same[4]
	output = onnx.value("last_hidden_state", 1, ("batch", "tokens", "dimension"))
	gather = onnx.node("Gather", ("table", "input_ids"), "last_hidden_state")
	huge = [
		onnx.node("ConstantOfShape", ("size",), "zeros"),
		onnx.node("ReduceSum", ("zeros",), "sum", {"keepdims": 0}),
		onnx.node("Gather", ("table", "input_ids"), "rows"),
		onnx.node("Add", ("rows", "sum"), "last_hidden_state"),
	]
	table = onnx.tensor("table", rows())
	return {
		"a number that is none": ("embedding", onnx.embedding_graph(nan), "NaN or infinite"),
		"each text the same": ("embedding", onnx.embedding_graph(same), "the same vector"),
		"each pair the same": ("rerank", onnx.cross_graph(np.zeros_like(same)), "the same score"),
		"unlike is nearer": ("rerank", onnx.cross_graph(rows(), -0.02), "something else is nearer"),
		"too few rows": ("embedding", onnx.embedding_graph(rows()[:-1]), "fails on a text"),
		"a score for a vector": ("embedding", onnx.cross_graph(rows()), "no embedding of sentences"),
		"a vector for a score": ("rerank", onnx.embedding_graph(rows()), "one for each"),
		"other inputs": (
			"embedding",
			onnx.graph([gather], [table], output, ("input_ids", "position_ids")),
			"reads input_ids, position_ids",
		),
		"terabytes": (
			"embedding",
			onnx.graph(huge, [table, onnx.tensor("size", np.array([2**40], dtype=np.int64))], output),
			"cannot be loaded|fails on a text|was ended",
		),
	}


@pytest.mark.parametrize("name", sorted(wrong_graphs()))
def test_wrong_graphs(name: str, tmp_path: Path, target: Path) -> None:
	"""What gives no vectors, or no scores, is found out in the process of the trial."""
	pytest.importorskip("onnxruntime")
	kind, data, why = wrong_graphs()[name]
	with pytest.raises(ModelRefused, match=why):
		told(target, onnx.make_onnx(tmp_path / "model", words(), kind=kind, data=data))


def described(folder: Path, config: dict[str, Any], post: dict[str, Any] | None, **files: Any) -> Reading:
	"""How a model reads that says so of itself; other files by their names without ``.json``."""
	folder.mkdir()
	(folder / "tokenizer.given.json").write_text(json.dumps({"post_processor": post}))
	for name, value in {"config": config, **files}.items():
		(folder / f"{name}.json").write_text(json.dumps(value))
	return reading_of(folder)


BERT = {"type": "BertProcessing", "sep": ["[SEP]", 102], "cls": ["[CLS]", 101]}
ROBERTA = {"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0]}
CROSS = {"architectures": ["XLMRobertaForSequenceClassification"], "model_type": "xlm-roberta"}


def test_how_a_model_reads(tmp_path: Path) -> None:
	"""Marks, lengths, pooling and words before a text are those of its configuration."""
	plain = described(tmp_path / "a", {"max_position_embeddings": 512}, BERT)
	assert plain.template == (Piece(-1, (101,)), Piece(0), Piece(-1, (102,)))
	assert (plain.kind, plain.longest, plain.room, plain.pooling) == ("embedding", 512, 510, "mean")
	bge = described(
		tmp_path / "b",
		{"max_position_embeddings": 8192, "pad_token_id": 1},
		{"type": "Sequence", "processors": [{"type": "ByteLevel"}, ROBERTA]},
		pooling={
			"pooling_mode_cls_token": True,
			"pooling_mode_mean_tokens": False,
			"word_embedding_dimension": 384,
		},
		modules=[
			{"type": f"sentence_transformers.models.{one}"} for one in ("Transformer", "Pooling", "Normalize")
		],
		sentence_bert_config={"max_seq_length": 256},
		config_sentence_transformers={"prompts": {"query": "query: ", "passage": "passage: "}},
	)
	assert (bge.pooling, bge.longest, bge.padding) == ("cls", 256, 1)
	assert (bge.query_prefix, bge.document_prefix) == ("query: ", "passage: ")
	cross = described(tmp_path / "c", {**CROSS, "max_position_embeddings": 514}, ROBERTA)
	assert (cross.kind, cross.longest) == ("rerank", 512)
	assert cross.filled([7, 8], [9]) == ([0, 7, 8, 2, 2, 9, 2], [0] * 7)
	template = {
		"type": "TemplateProcessing",
		"single": [],
		"pair": [
			{"SpecialToken": {"id": "[CLS]", "type_id": 0}},
			{"Sequence": {"id": "A", "type_id": 0}},
			{"SpecialToken": {"id": "[SEP]", "type_id": 0}},
			{"Sequence": {"id": "B", "type_id": 1}},
			{"SpecialToken": {"id": "[SEP]", "type_id": 1}},
		],
		"special_tokens": {"[CLS]": {"ids": [101]}, "[SEP]": {"ids": [102]}},
	}
	bert = described(
		tmp_path / "d", {**CROSS, "model_type": "bert"}, template, tokenizer_config={"model_max_length": 128}
	)
	assert bert.filled([7], [8, 9]) == ([101, 7, 102, 8, 9, 102], [0, 0, 0, 1, 1, 1])
	assert bert.longest == 128
	bert.write(tmp_path)
	assert Reading.of(tmp_path) == bert


@pytest.mark.parametrize(
	("config", "post", "files", "why"),
	[
		({}, None, {"modules": [{"type": "x.Transformer"}, {"type": "x.Dense"}]}, r"further layer \(Dense\)"),
		({}, None, {"pooling": {"pooling_mode_lasttoken": True}}, "pooling_mode_lasttoken"),
		({}, None, {"config_sentence_transformers": {"prompts": {"query": "a" * 501}}}, "too many"),
		({}, {"type": "Shell"}, {}, "step of the kind Shell"),
		({}, {**BERT, "sep": ["x", -1]}, {}, "cannot be read"),
		({}, {"type": "Sequence", "processors": [BERT, ROBERTA]}, {}, "twice"),
		({"max_position_embeddings": 8}, BERT, {}, "reads 8 tokens"),
		(CROSS, None, {}, "how a query and a passage"),
		({**CROSS, "id2label": {"0": "a", "1": "b"}}, ROBERTA, {}, "several classes"),
		({"architectures": 7}, BERT, {}, "cannot be read"),
	],
)
def test_configurations_that_are_refused(
	config: dict[str, Any], post: dict[str, Any] | None, files: dict[str, Any], why: str, tmp_path: Path
) -> None:
	"""What huf cannot do as the model wants it is told, and not done otherwise."""
	with pytest.raises(ModelRefused, match=why):
		described(tmp_path / "model", config, post, **files)
