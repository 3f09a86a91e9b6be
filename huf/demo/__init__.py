"""The demo: a sample company handbook, indexed and asked, all on this machine."""

import json
import tempfile
from pathlib import Path
from typing import Any

import click

from huf import cli_output as output
from huf.engine.context import SourceAllowance, build_context
from huf.engine.indexing import BuildSettings
from huf.local_index import LocalIndex

HANDBOOK = Path(__file__).parent / "handbook"
QUESTIONS_SHOWN = 6


def questions() -> list[dict[str, Any]]:
	"""The questions of the handbook with the file, place and words that answer them."""
	loaded: list[dict[str, Any]] = json.loads((HANDBOOK.parent / "questions.json").read_text("utf-8"))[
		"questions"
	]
	return loaded


def run(directory: Path | None) -> None:
	"""Index the handbook into ``directory`` (a new temporary one by default) and show the main job."""
	directory = directory or Path(tempfile.mkdtemp(prefix="huf-demo-"))
	local = LocalIndex(directory)
	_title(f"Indexing the sample handbook ({HANDBOOK.name}/) into {directory}")
	with output.progress_bar(visible=True) as progress:
		report = local.update(HANDBOOK, BuildSettings(), progress)
	output.print_report(report, directory)
	_title("Asking six questions")
	asked = [entry["question"] for entry in questions()[:QUESTIONS_SHOWN]]
	for question in asked:
		click.secho(f"\n? {question}", fg="yellow", bold=True)
		output.print_result(local.search(question, top_k=2))
	_title("What an agent would get before the last question")
	hits = local.search(asked[-1], top_k=5).hits
	click.echo(
		build_context([(SourceAllowance(directory.name, token_budget=600), hits)], total_tokens=600).text
	)
	click.secho(f"\nTry it: huf search {directory} 'your question'", bold=True)


def _title(text: str) -> None:
	click.secho(f"\n{text}", bold=True, underline=True)
