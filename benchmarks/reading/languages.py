"""How well the language of a text is told: ``python -m benchmarks.reading.languages FOLDER``, a collection whose ids begin with the language (``de-p12``).

Asked of each text, and of its first 200 characters. Paragraphs with even numbers are those that the shares of
``huf/engine/analysis/languages.py`` were set with; the others are what the documents tell of.
"""

import argparse
import json
import re
import time
from collections import Counter
from pathlib import Path

from huf.engine.analysis.languages import told_language

BEGINNING = 200
_ID = re.compile(r"([a-z]{2})-\D*(\d+)")


def measure(folder: Path) -> None:
	"""Print a line for each half and length, and what an answer took."""
	texts = []
	for line in (folder / "corpus.jsonl").read_text("utf-8").splitlines():
		document = json.loads(line)
		if found := _ID.fullmatch(document["id"]):
			texts.append((found[1], int(found[2]) % 2, document["text"]))
	for half, name in enumerate(("even", "odd")):
		for length in (None, BEGINNING):
			asked = [(language, text[:length]) for language, parity, text in texts if parity == half]
			began = time.perf_counter()
			told = Counter(_judged(language, told_language(text)) for language, text in asked)
			each = (time.perf_counter() - began) / max(1, len(asked))
			shares = ", ".join(
				f"{kind} {told[kind] / max(1, len(asked)):.1%}" for kind in ("right", "untold", "wrong")
			)
			print(
				f"{name}, {length or 'all'} characters: {shares} of {len(asked)}; {each * 1000:.2f} ms each"
			)


def _judged(language: str, told: str) -> str:
	return "untold" if not told else "right" if told == language else "wrong"


if __name__ == "__main__":
	parser = argparse.ArgumentParser(prog="python -m benchmarks.reading.languages", description=__doc__)
	parser.add_argument("folder", type=Path)
	measure(parser.parse_args().folder)
