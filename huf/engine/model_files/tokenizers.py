"""What a tokenizer may be made of, so that no text makes it take long or grow.

A tokenizer is a program in JSON: steps that replace texts, patterns that cut them. Patterns of any kind backtrack for ever, a chain of replacements doubles a
text with each step, a dropout gives other vectors each time. So only steps are taken that are known, and the file is written anew from
what was looked at, without what is not needed for reading (two keys of one name would be two files to two readers).
"""

import base64
import binascii
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from huf.engine.errors import ModelRefused

GIVEN = "tokenizer.given.json"
"""What the file is called as it came, until it is written anew."""
MOST_STEPS = 200
MOST_ADDED = 10_000
LONGEST_TOKEN = 1_000
"""Characters. Each place of a text is tried with tokens up to this length."""
LONGEST_WORD = 1_000
"""Characters that WordPiece takes apart at once, by trying each beginning; usual is 100."""
MOST_REPLACEMENT = 64
"""Bytes that a character becomes by a table of replacements; the longest of Unicode (NFKC of U+FDFA) has 33."""
_CHARACTERS = 20_000
"""As long as a passage gets, many times over: a tokenizer for which that takes long is none for a search."""
_PATTERN = 100
_PADDING = 2
"""Characters that a replacement may put around what it found."""
_PATTERNS = frozenset({" {2,}", r"\s+", r"\s", " +"})
"""Regular expressions that read each character once."""

_NORMALIZERS = frozenset(
	{
		"BertNormalizer",
		"ByteLevel",
		"Lowercase",
		"NFC",
		"NFD",
		"NFKC",
		"NFKD",
		"Nmt",
		"Precompiled",
		"Prepend",
		"Replace",
		"Strip",
		"StripAccents",
	}
)
_PRE_TOKENIZERS = frozenset(
	{
		"BertPreTokenizer",
		"ByteLevel",
		"CharDelimiterSplit",
		"Digits",
		"Metaspace",
		"Punctuation",
		"Split",
		"UnicodeScripts",
		"Whitespace",
		"WhitespaceSplit",
	}
)


def rewrite_tokenizer(source: Path, target: Path) -> None:
	"""Write to ``target`` what of the ``tokenizer.json`` at ``source`` is needed for reading.

	Raises:
		ModelRefused: it has something in it that huf does not take.
		OSError: one cannot be read or written.
	"""
	try:
		kept = _checked(json.loads(source.read_bytes()))
	# What is no JSON, and of what is no list, no text or not there where one is expected.
	except (ValueError, RecursionError, TypeError, KeyError, AttributeError, IndexError) as error:
		raise ModelRefused(
			f"The file tokenizer.json cannot be read: {error}. Get the model again from where it came from."
		) from None
	target.write_text(json.dumps(kept, ensure_ascii=False), "utf-8")


def _checked(given: dict[str, Any]) -> dict[str, Any]:
	normalizers = list(_steps(given.get("normalizer"), "normalizers"))
	cutters = list(_steps(given.get("pre_tokenizer"), "pretokenizers"))
	if len(normalizers) + len(cutters) > MOST_STEPS:
		raise refused(f"it has more than {MOST_STEPS} steps")
	for step in normalizers:
		_known(step, _NORMALIZERS)
	for step in cutters:
		_known(step, _PRE_TOKENIZERS)
	_check_normalizers(normalizers)
	for step in cutters:
		if step["type"] == "Split":
			_check_pattern(step["pattern"])
	_check_model(given["model"])
	added = given.get("added_tokens") or []
	if len(added) > MOST_ADDED or any(not 0 < len(one["content"]) <= LONGEST_TOKEN for one in added):
		raise refused("it adds too many or too long tokens")
	return {
		"version": "1.0",
		"truncation": None,
		"padding": None,
		"added_tokens": added,
		"normalizer": given.get("normalizer"),
		"pre_tokenizer": given.get("pre_tokenizer"),
		"post_processor": None,
		"decoder": None,
		"model": given["model"],
	}


def _steps(step: dict[str, Any] | None, inner: str) -> Iterator[dict[str, Any]]:
	"""The steps of a sequence of sequences, in their order."""
	if step is None:
		return
	if step["type"] != "Sequence":
		yield step
		return
	for one in step[inner]:
		yield from _steps(one, inner)


def _known(step: dict[str, Any], known: frozenset[str]) -> None:
	if step["type"] not in known:
		raise refused(f"it has a step of the kind {str(step['type'])[:40]}")


def _check_normalizers(steps: list[dict[str, Any]]) -> None:
	"""No chain of them makes a text more than some times as long.

	What grows are blanks around a sign, once for each sign. So from the first growth on nothing may make signs of blanks, which could grow again.
	"""
	if sum(step["type"] in ("Precompiled", "ByteLevel") for step in steps) > 1:
		raise refused("it replaces characters by more than one table")
	grown: set[str] = set()
	for step in steps:
		if step["type"] == "Prepend" and len(step["prepend"]) > _PADDING:
			raise refused("it puts a long text in front of each")
		if step["type"] in ("Precompiled", "ByteLevel") and grown:
			raise refused("it makes a text longer in two ways")
		if step["type"] == "Precompiled":
			_check_table(step["precompiled_charsmap"])
		if step["type"] == "Replace":
			_check_replacement(step["pattern"], step["content"], grown)


def _check_replacement(pattern: dict[str, str], content: str, grown: set[str]) -> None:
	"""It does not get longer, or only by blanks around a sign, once for each sign."""
	found = _check_pattern(pattern)
	if len(content) <= (len(found) if "String" in pattern else 1) and not (grown and content.strip()):
		return
	around = content.replace(found, "", 1)
	if "Regex" in pattern or found in grown or not found.strip() or around.strip() or len(around) > _PADDING:
		raise refused("it has a replacement that makes a text longer")
	grown.add(found)


def _check_pattern(pattern: dict[str, str]) -> str:
	((kind, text),) = pattern.items()
	if kind == "Regex" and text not in _PATTERNS:
		raise refused(
			f"it cuts or replaces by the pattern {text[:60]!r}, of which huf does not know how long it takes"
		)
	if kind not in ("Regex", "String") or not 0 < len(text) <= _PATTERN:
		raise refused("it has a pattern that is empty or too long")
	return text


def _check_table(packed: str) -> None:
	"""A table of replacements (SentencePiece's): the length of a trie, the trie, and texts that end with a zero."""
	try:
		table = base64.b64decode(packed, validate=True)
	except (binascii.Error, ValueError):
		raise refused("its table of replacements cannot be read") from None
	begin = 4 + int.from_bytes(table[:4], "little")
	if begin > len(table) or max(map(len, table[begin:].split(b"\0"))) > MOST_REPLACEMENT:
		raise refused("its table of replacements makes a text longer")


def _check_model(model: dict[str, Any]) -> None:
	kind, vocabulary = model.get("type"), model["vocab"]
	if kind == "Unigram":
		tokens = [entry[0] for entry in vocabulary]
	elif kind in ("WordPiece", "WordLevel", "BPE"):
		tokens = list(vocabulary)
	else:
		raise refused(f"its model is of the kind {str(kind)[:40]}")
	if not tokens or max(map(len, tokens)) > LONGEST_TOKEN:
		raise refused(f"it has no tokens, or one of more than {LONGEST_TOKEN:,} characters")
	if model.get("dropout"):
		raise refused("it has a dropout, so that a text has another vector each time")
	if kind == "WordPiece" and not 1 <= model.get("max_input_chars_per_word", 100) <= LONGEST_WORD:
		raise refused(f"it takes words of more than {LONGEST_WORD:,} characters apart")


def hard_texts() -> list[str]:
	"""Whatever a text may have, of some :data:`_CHARACTERS` characters: one sign many times, every sign once, nothing."""
	signs = [chr(number) for number in range(1, 0x30000) if not 0xD800 <= number < 0xE000]
	return [
		*(sign * _CHARACTERS for sign in "a !▁你"),
		"a " * _CHARACTERS,
		"".join(signs),
		" ".join(signs),
		"",
	]


def refused(why: str) -> ModelRefused:
	"""What is raised where a tokenizer is not taken; ``why`` begins with a small letter."""
	return ModelRefused(f"huf does not take the tokenizer of this model: {why}. Choose another model.")
