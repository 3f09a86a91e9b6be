"""What a person wrote in a file about the texts of other files: this is left out, that is read otherwise.

The file is YAML or JSON, and small; ``docs/cli.md`` shows one. A copy of it is kept beside the index, in the same form.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from huf.engine.corrections import MOST_CHARACTERS, MOST_CORRECTIONS, record_of
from huf.engine.errors import SettingsError
from huf.engine.extractors.sections import one_line, storable
from huf.engine.types import Correction, IndexedInput, Locator

NAME = "corrections.json"
"""Of the copy in the folder of an index."""
NONE = "none"
"""Said in place of a file."""
MOST_BYTES = 4 << 20
"""Of a file: some ten thousand corrections of a paragraph each."""
_YES = ("true", "yes")
_KEYS = ("file", "text", "replacement", "leave_out", "reason", "date")
_HEADING_BORDER = " › "
"""Between headings, as places are printed."""
NOT_THERE = "its text is not in the file."
SEVERAL = "its text stands in several places. Say in which (page, slide, sheet, heading or part), or give more of the text."
NO_SUCH_FILE = "there is no such file in the folder."
NOT_READ = "the file could not be read."


@dataclass(frozen=True, slots=True)
class FileCorrection:
	"""One correction, of one file."""

	file: str
	"""Below the folder that is indexed, with slashes."""
	correction: Correction
	reason: str = ""

	def to_dict(self) -> dict[str, Any]:
		"""As it can be written in a file."""
		one = self.correction
		place = one.place.to_dict()
		if one.place.heading:
			place["heading"] = list(one.place.heading)
		done: dict[str, Any] = (
			{"leave_out": True} if one.replacement is None else {"replacement": one.replacement}
		)
		told = {"reason": self.reason} if self.reason else {}
		return {"file": self.file, "text": one.original, **done, **place, **told, "date": one.made_on}


@dataclass(frozen=True, slots=True)
class NotApplied:
	"""A correction that changed nothing."""

	file: str
	text: str
	"""Its beginning, on one line."""
	reason: str
	"""Why, as the end of a sentence."""


class FileCorrections:
	"""The corrections of the files of a folder, in their order."""

	def __init__(self, entries: Sequence[FileCorrection] = ()) -> None:
		self.entries = tuple(entries)
		self._by_file: dict[str, list[FileCorrection]] = {}
		for entry in self.entries:
			self._by_file.setdefault(entry.file, []).append(entry)

	@classmethod
	def read(cls, path: Path, today: str = "") -> "FileCorrections":
		"""The corrections in a file.

		:param today: the day (ISO 8601) of those without one; the date of the machine if empty.

		Raises:
			SettingsError: it is no such file; the message says where, and what is expected.
			OSError: it cannot be read.
		"""
		entries = tuple(_parsed(path, _values(path), today or date.today().isoformat()))
		found = cls(entries)
		for file, those in found._by_file.items():
			if len(those) > MOST_CORRECTIONS:
				raise SettingsError(
					f"{path} has more than {MOST_CORRECTIONS} corrections of {file}. Correct the file itself."
				)
			if len({one.correction.key for one in those}) < len(those):
				raise SettingsError(f"{path} says the same of {file} twice. Take one of them out.")
		return found

	def dated_as(self, kept: "FileCorrections") -> "FileCorrections":
		"""The same, where one that was there before keeps the day on which it was made."""
		days = {entry.correction.key: entry.correction.made_on for entry in kept.entries}
		return FileCorrections(
			[
				replace(one, correction=replace(one.correction, made_on=days.get(one.correction.key, day)))
				for one in self.entries
				for day in (one.correction.made_on,)
			]
		)

	def to_json(self) -> str:
		"""As it is kept; :meth:`read` reads it."""
		return json.dumps({"corrections": [entry.to_dict() for entry in self.entries]}, ensure_ascii=False)

	def of(self, file: str) -> tuple[Correction, ...]:
		"""Those of a file of the folder."""
		return tuple(entry.correction for entry in self._by_file.get(file, ()))

	def of_path(self, path: Path) -> tuple[Correction, ...]:
		"""Those of a file by its path, whatever folder was indexed: the longest end of it that any of them names."""
		parts = path.absolute().parts[1:]
		ends = ("/".join(parts[at:]) for at in range(len(parts)))
		return next((self.of(end) for end in ends if end in self._by_file), ())

	def not_applied(self, inputs: Mapping[str, IndexedInput]) -> list[NotApplied]:
		"""Those that changed nothing in an index that was made with them.

		:param inputs: everything in it, by key.
		"""
		found = []
		for entry in self.entries:
			item = inputs.get(entry.file)
			if reason := NO_SUCH_FILE if item is None else _why_not(entry.correction, item):
				found.append(NotApplied(entry.file, excerpt(entry.correction), reason))
		return found


def is_none(path: Path) -> bool:
	"""Whether no file is meant, but that there are to be no corrections."""
	return str(path) == NONE and not path.exists()


def given_corrections(path: Path, folder: Path) -> FileCorrections:
	"""The corrections in a file, for the files of ``folder``.

	Raises:
		SettingsError: it is no such file, or would be indexed itself, so that what is left out is found in it.
	"""
	try:
		real, root = path.resolve(strict=True), folder.resolve()
		if real.is_relative_to(root) and not any(
			part.startswith(".") for part in real.relative_to(root).parts
		):
			raise SettingsError(
				f"{path} lies in the folder that is indexed, so that its texts would be found. Put it elsewhere, or give it a "
				"name that begins with a dot."
			)
		return FileCorrections.read(real)
	except OSError as error:
		raise SettingsError(f"{path} cannot be read ({error.strerror}).") from None


def excerpt(correction: Correction) -> str:
	"""What it is about, on one line of at most 80 characters."""
	text = one_line(correction.original)
	return text if len(text) <= 80 else text[:79] + "…"


def _why_not(correction: Correction, item: IndexedInput) -> str:
	record = record_of(item.metadata)
	if correction.key in record.ambiguous:
		return SEVERAL
	if correction.key in record.unapplied:
		return NOT_THERE
	is_there = any(span.key == correction.key for span in record.spans)
	return "" if is_there else NOT_READ


def _values(path: Path) -> Any:
	import yaml

	with path.open("rb") as stream:
		data = stream.read(MOST_BYTES + 1)
	if len(data) > MOST_BYTES:
		raise SettingsError(f"{path} has more than {MOST_BYTES >> 20} MB; it is no list of corrections.")
	try:
		text = data.decode("utf-8-sig")
		if path.suffix.lower() == ".json":
			return json.loads(text)
		# All values as they are written: a price stays 417.00, and nothing is made of a tag.
		return yaml.load(text, Loader=yaml.BaseLoader)
	except (ValueError, RecursionError, yaml.YAMLError) as error:
		where = getattr(error, "problem_mark", None)
		place = f" (line {where.line + 1})" if where is not None else ""
		raise SettingsError(f"{path} is neither YAML nor JSON in UTF-8{place}.") from None


def _parsed(path: Path, values: Any, today: str) -> Iterator[FileCorrection]:
	listed = values.get("corrections") if isinstance(values, dict) and len(values) == 1 else values
	if not isinstance(listed, list):
		raise SettingsError(f"{path} must hold a list “corrections”, each with file, text, and more.")
	for number, value in enumerate(listed, 1):
		try:
			if not isinstance(value, dict):
				raise ValueError("it must have a file and a text")
			yield _entry(value, today)
		except ValueError as error:
			raise SettingsError(f"Correction {number} in {path}: {error}.") from None


def _entry(values: dict[Any, Any], today: str) -> FileCorrection:
	"""Raises ValueError with what is wrong, as the end of a sentence."""
	known = (*_KEYS, *_PLACES)
	if strange := [str(key) for key in values if key not in known]:
		raise ValueError(f"“{strange[0]}” is not known; it may have {', '.join(known)}")
	file = _text(values, "file").replace("\\", "/").removeprefix("./")
	original, replacement = storable(_text(values, "text")), storable(_text(values, "replacement"))
	if not one_line(file) or not one_line(original):
		raise ValueError("it must have a file and a text")
	if file.startswith("/"):
		raise ValueError("the path of its file must be given from the folder that is indexed")
	leaves_out = _text(values, "leave_out").lower()
	if leaves_out not in ("", "false", "no", *_YES):
		raise ValueError("leave_out must be true or false")
	if (leaves_out in _YES) == bool(one_line(replacement)):
		raise ValueError("it must have either a replacement or leave_out: true")
	if max(len(original), len(replacement)) > MOST_CHARACTERS:
		raise ValueError(f"a text may have {MOST_CHARACTERS:,} characters at most")
	place = Locator(**{key: parse(values[key]) for key, parse in _PLACES.items() if key in values})
	correction = Correction(
		key="",
		original=original,
		replacement=None if leaves_out in _YES else replacement,
		place=place,
		made_on=_day(_text(values, "date")) or today,
		is_placed=False,
	)
	return FileCorrection(
		file, replace(correction, key=_key(file, correction)), one_line(_text(values, "reason"))
	)


def _key(file: str, correction: Correction) -> str:
	"""The same as long as it says the same, whenever it was made."""
	said = [file, one_line(correction.original), correction.replacement, correction.place.to_dict()]
	return hashlib.sha256(json.dumps(said, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _text(values: dict[Any, Any], key: str) -> str:
	value = values.get(key, "")
	if isinstance(value, bool):
		return str(value).lower()
	if isinstance(value, (list, dict)):
		raise ValueError(f"{key} must be a text")
	return "" if value is None else str(value)


def _day(text: str) -> str:
	try:
		return date.fromisoformat(text).isoformat() if text else ""
	except ValueError:
		raise ValueError("its date must look like 2026-11-25") from None


def _number(value: Any) -> int:
	text = str(value)
	if not text.isdecimal() or len(text) > 9:
		raise ValueError("page and slide must be numbers")
	return int(text)


def _words(value: Any) -> str:
	if not isinstance(value, str):
		raise ValueError("sheet and part must be texts")
	return value


def _heading(value: Any) -> tuple[str, ...]:
	steps = value.split(_HEADING_BORDER) if isinstance(value, str) else value
	if not isinstance(steps, list) or not all(isinstance(step, str) for step in steps):
		raise ValueError("heading must be a text or a list of texts, the outermost first")
	return tuple(steps)


_PLACES: dict[str, Callable[[Any], Any]] = {
	"page": _number,
	"slide": _number,
	"sheet": _words,
	"heading": _heading,
	"part": _words,
}
