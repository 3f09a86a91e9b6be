"""How an encoder model is to be given texts, and what its weights are of, from the files that stand beside it, as transformers and sentence-transformers write them."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from huf.engine.encoders.bert import Activation, Architecture
from huf.engine.encoders.reading import Kind, Piece, Pooling, Reading, Template
from huf.engine.encoders.refusals import not_taken
from huf.engine.errors import ModelRefused
from huf.engine.model_files.tokenizers import GIVEN, refused

CONFIG, POOLING, MODULES = "config.json", "1_Pooling/config.json", "modules.json"
SENTENCE_TRANSFORMERS, SENTENCES, TOKENIZER_CONFIG = (
	"config_sentence_transformers.json",
	"sentence_bert_config.json",
	"tokenizer_config.json",
)
LONGEST = 512
"""Tokens at once at most: a passage has hardly more, and the time for one grows with their square."""
_LEAST = 16
_MOST_MARKS = 16
_MOST_PREFIX = 500
_LAST_TOKEN = 1 << 24
_MODULES = frozenset({"Transformer", "Pooling", "Normalize"})
_POOLINGS: Mapping[str, Pooling] = {
	"pooling_mode_mean_tokens": "mean",
	"pooling_mode_cls_token": "cls",
	"pooling_mode_max_tokens": "max",
}
WITH_WEIGHTS = frozenset({"bert", "roberta", "xlm-roberta", "camembert"})
"""Kinds of models that :mod:`huf.engine.encoders.bert` runs."""
_MOST_LAYERS = 48
_ACTIVATIONS: Mapping[str, Activation] = {
	"gelu": "gelu",
	"gelu_new": "gelu",
	"gelu_pytorch_tanh": "gelu",
	"relu": "relu",
}
_USUAL_EPSILON = 1e-12
_WITH_PADDING_FIRST = frozenset({"roberta", "xlm-roberta", "camembert", "mpnet", "longformer"})
"""Their positions begin after the number of the token for padding, so they have two more than they can use."""


def reading_of(folder: Path) -> Reading:
	"""How the model in ``folder`` reads; which output counts is not known yet.

	Args:
		folder: holds the files as they were unpacked, each called by its last name, and that of the pooling ``pooling.json``.

	Raises:
		ModelRefused: they do not say it, or say something that huf cannot do.
		OSError: they cannot be read.
	"""
	with _readable():
		return _reading_of(folder)


def architecture_of(folder: Path) -> Architecture:
	"""What the weights in ``folder`` are of.

	Raises:
		ModelRefused: the configuration does not say it, or says something that huf cannot do.
		OSError: it cannot be read.
	"""
	with _readable():
		config = _json(folder, CONFIG)
		heads, layers = config["num_attention_heads"], config["num_hidden_layers"]
		epsilon = float(config.get("layer_norm_eps", _USUAL_EPSILON))
		activation = config.get("hidden_act", "gelu")
		if type(heads) is not int or type(layers) is not int or heads < 1 or not 0 <= epsilon <= 1:
			raise ValueError("no architecture")
		if not 1 <= layers <= _MOST_LAYERS:
			raise not_taken(f"it has {layers} layers, where {_MOST_LAYERS} are the most")
		if config.get("position_embedding_type", "absolute") != "absolute" or activation not in _ACTIVATIONS:
			raise not_taken("it is a kind of BERT whose weights huf cannot run; as ONNX it may")
		padding = _token(config.get("pad_token_id") or 0)
		first = padding + 1 if config.get("model_type") in _WITH_PADDING_FIRST else 0
		return Architecture(heads, layers, epsilon, _ACTIVATIONS[activation], first)


@contextmanager
def _readable() -> Iterator[None]:
	try:
		yield
	# Of what is no list, no text or not there where one is expected.
	except (TypeError, KeyError, AttributeError, IndexError, ValueError, RecursionError, OverflowError):
		raise ModelRefused(
			"The configuration of the model cannot be read: one of its files says something else than models do. Get it again from where it came from."
		) from None


def _reading_of(folder: Path) -> Reading:
	config = _json(folder, CONFIG)
	is_reranker = is_cross_encoder(config)
	if is_reranker and len(config.get("id2label") or {"0": ""}) > 1:
		raise not_taken("it sorts texts into several classes, where a cross-encoder gives one number")
	kind: Kind = "rerank" if is_reranker else "embedding"
	post = json.loads((folder / GIVEN).read_bytes()).get("post_processor")
	template = _template(post, is_reranker)
	longest = min(
		LONGEST,
		*(
			length
			for length in (
				_positions(config),
				_json(folder, TOKENIZER_CONFIG).get("model_max_length"),
				_json(folder, SENTENCES).get("max_seq_length"),
			)
			if isinstance(length, int | float) and length > 0
		),
		LONGEST,
	)
	query, document = _prefixes(_json(folder, SENTENCE_TRANSFORMERS).get("prompts") or {})
	found = Reading(
		kind,
		int(longest),
		template,
		pooling="" if is_reranker else _pooling(folder),
		padding=_token(config.get("pad_token_id") or 0),
		query_prefix=query,
		document_prefix=document,
	)
	if found.longest < _LEAST or found.room < _LEAST // 2:
		raise not_taken(f"it reads {found.longest} tokens at once, which is no sentence")
	return found


def is_cross_encoder(config: Mapping[str, Any]) -> bool:
	"""Whether a model that says this of itself reads a query and a passage together. Raises TypeError where it says what no model does."""
	return any(str(one).endswith("ForSequenceClassification") for one in config.get("architectures") or [])


def _json(folder: Path, name: str) -> dict[str, Any]:
	"""What a file says; nothing where it is not there."""
	path = folder / flat(name)
	found = json.loads(path.read_bytes()) if path.is_file() else {}
	return found if isinstance(found, dict) else {}


def flat(name: str) -> str:
	"""What a file of a model is called in the folder of the work, where it has no folders."""
	return "pooling.json" if name == POOLING else name


def _positions(config: Mapping[str, Any]) -> int | None:
	positions = config.get("max_position_embeddings")
	if isinstance(positions, int) and config.get("model_type") in _WITH_PADDING_FIRST:
		return positions - 2
	return positions


def _pooling(folder: Path) -> Pooling:
	path = folder / MODULES
	modules = (
		[str(one["type"]).rpartition(".")[2] for one in json.loads(path.read_bytes())]
		if path.is_file()
		else []
	)
	if further := [one for one in modules if one not in _MODULES]:
		raise not_taken(f"it has a further layer ({further[0][:40]}) that its graph does not have")
	config = _json(folder, POOLING)
	chosen = [name for name, value in config.items() if name.startswith("pooling_mode_") and value is True]
	if not chosen:
		return "mean"
	if len(chosen) > 1 or chosen[0] not in _POOLINGS:
		raise not_taken(
			f"it makes its vector of those of its tokens in a way that huf does not know ({', '.join(chosen)[:80]})"
		)
	return _POOLINGS[chosen[0]]


def _prefixes(prompts: Mapping[str, Any]) -> tuple[str, str]:
	"""What stands before a question and before a text."""
	query, document = prompts.get("query") or "", prompts.get("document") or prompts.get("passage") or ""
	if (
		not isinstance(query, str)
		or not isinstance(document, str)
		or max(map(len, (query, document))) > _MOST_PREFIX
	):
		raise not_taken("the words that it wants before each text are none, or too many")
	return query, document


def _template(post: Mapping[str, Any] | None, is_pair: bool) -> Template:
	"""What the model's own step after tokenizing puts around one text, or around two."""
	kind = post["type"] if post else None
	if post and kind == "Sequence":
		steps = [one for one in post["processors"] if one["type"] != "ByteLevel"]
		if len(steps) > 1:
			raise refused("it puts marks around texts twice")
		return _template(steps[0] if steps else None, is_pair)
	if post is None or kind == "ByteLevel":
		found: Template = (Piece(0),)
	elif kind in ("BertProcessing", "RobertaProcessing"):
		found = _usual(_token(post["cls"][1]), _token(post["sep"][1]), kind == "BertProcessing", is_pair)
	elif kind == "TemplateProcessing":
		found = tuple(_piece(one, post["special_tokens"]) for one in post["pair" if is_pair else "single"])
	else:
		raise refused(f"it has a step of the kind {str(kind)[:40]}")
	if sorted(piece.text for piece in found if piece.text >= 0) != ([0, 1] if is_pair else [0]):
		raise refused(
			"it does not say how a query and a passage are put together"
			if is_pair
			else "it does not say where a text stands"
		)
	if sum(len(piece.ids) for piece in found) > _MOST_MARKS:
		raise refused(f"it puts more than {_MOST_MARKS} marks around a text")
	return found


def _usual(begin: int, end: int, is_bert: bool, is_pair: bool) -> Template:
	single = (Piece(-1, (begin,)), Piece(0), Piece(-1, (end,)))
	if not is_pair:
		return single
	second = 1 if is_bert else 0
	between = () if is_bert else (Piece(-1, (end,)),)
	return (*single, *between, Piece(1, (), second), Piece(-1, (end,), second))


def _piece(one: Mapping[str, Any], special: Mapping[str, Any]) -> Piece:
	((kind, value),) = one.items()
	type_id = _token(value.get("type_id") or 0)
	if type_id > 1:
		raise refused("it tells more than two kinds of text apart")
	if kind == "Sequence":
		return Piece({"A": 0, "B": 1}[value["id"]], (), type_id)
	return Piece(-1, tuple(_token(number) for number in special[value["id"]]["ids"]), type_id)


def _token(number: Any) -> int:
	if type(number) is not int or not 0 <= number < _LAST_TOKEN:
		raise ValueError("no number of a token")
	return number
