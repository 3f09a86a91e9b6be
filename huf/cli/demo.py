"""``huf demo``: a sample company handbook, indexed and asked, all on this machine."""

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

import huf
from huf.cli.shared import output
from huf.cli.shared.common import clear_errors, json_option
from huf.engine.indexing import BuildSettings
from huf.engine.prompt.context import Context, SourceAllowance, build_context
from huf.engine.request import Request
from huf.engine.types import SearchResult
from huf.local.index import IndexReport, LocalIndex

HANDBOOK = Path(huf.__file__).parent / "demo" / "handbook"
QUESTIONS_SHOWN = 6
_CONTEXT_TOKENS = 700


def questions() -> list[dict[str, Any]]:
	"""The questions of the handbook with the file, place and words that answer them."""
	loaded: list[dict[str, Any]] = json.loads((HANDBOOK.parent / "questions.json").read_text("utf-8"))[
		"questions"
	]
	return loaded


@dataclass(frozen=True, slots=True)
class Demo:
	"""What the demo did: the index, the answers to its questions, and what an agent would get before the last."""

	directory: Path
	report: IndexReport
	answers: tuple[SearchResult, ...]
	context: Context

	def show(self) -> None:
		"""Print it for a person."""
		_title(f"Indexed the sample handbook ({HANDBOOK.name}/) into {self.directory}")
		output.print_report(self.report, self.directory)
		_title("Asking six questions")
		for answer in self.answers:
			click.secho(f"\n? {answer.query}", fg="yellow", bold=True)
			output.print_result(answer)
		_title("What an agent would get before the last question")
		click.echo(self.context.text)
		click.secho(f"\nTry it: huf search {self.directory} 'your question'", bold=True)

	def to_dict(self) -> dict[str, Any]:
		"""Ready for JSON."""
		return {
			"index": output.report_to_dict(self.report),
			"questions": [answer.to_dict() for answer in self.answers],
			"context": output.context_to_dict(self.context),
		}


def run(directory: Path | None, *, show_progress: bool = True) -> Demo:
	"""Index the handbook into ``directory`` (a new temporary one by default) and ask it its first questions."""
	directory = directory or Path(tempfile.mkdtemp(prefix="huf-demo-"))
	local = LocalIndex(directory)
	with output.progress_bar(visible=show_progress) as progress:
		report = local.update(HANDBOOK, BuildSettings(), progress)
	asked = [entry["question"] for entry in questions()[:QUESTIONS_SHOWN]]
	answers = tuple(local.search(Request(question, top_k=2)) for question in asked)
	hits = local.search(Request(asked[-1])).hits
	allowance = SourceAllowance(directory.name, token_budget=_CONTEXT_TOKENS)
	context = build_context([(allowance, hits)], total_tokens=_CONTEXT_TOKENS)
	return Demo(directory, report, answers, context)


@click.command()
@click.option("--to", "directory", type=click.Path(path_type=Path), help="Keep the demo's index here.")
@json_option
@clear_errors
def demo(directory: Path | None, as_json: bool) -> None:
	"""Index the sample handbook, ask it six questions, and show what an agent would get."""
	result = run(directory, show_progress=not as_json)
	if as_json:
		output.print_json(result.to_dict())
	else:
		result.show()


def _title(text: str) -> None:
	click.secho(f"\n{text}", bold=True, underline=True)
