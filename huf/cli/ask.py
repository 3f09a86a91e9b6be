"""``huf ask``: one question, answered from an index by a language model, with its sources and what could not be confirmed."""

import json
import os
import sys
from pathlib import Path

import click

from huf.agent.answering import Answer
from huf.cli.shared.common import SOME_FAILED, clear_errors, index_argument, json_option
from huf.cli.shared.output import print_json
from huf.engine.errors import SettingsError
from huf.engine.profiles import READY_MADE, Profile, profile_from
from huf.engine.prompt.untrusted import without_invisible
from huf.local.searching import live_build, search_index

RESULT_COLOURS = {"Confirmed": "green", "Not Confirmed": "yellow", "Contradicted": "red"}
COLOURS = {"verified": "green", "unverified": "yellow", "contradicted": "red"}


@click.command()
@index_argument
@click.argument("question")
@click.option(
	"--model",
	required=True,
	metavar="M",
	help="LiteLLM's name of it, such as openai/gpt-4o-mini or ollama/llama3.",
)
@click.option("--api-base", metavar="URL", help="Address of the service; without it the provider's own.")
@click.option(
	"--api-key-env",
	metavar="NAME",
	help="The environment variable that holds the key.  [default: <PROVIDER>_API_KEY]",
)
@click.option(
	"--profile",
	"profile_name",
	default="reference",
	show_default=True,
	metavar="NAME|FILE",
	help=f"How to answer: {', '.join(READY_MADE)}, or a JSON file with the fields of a profile.",
)
@click.option(
	"--verify",
	type=click.Choice(["off", "warn", "block"]),
	default="warn",
	show_default=True,
	help="Compare numbers, dates, names and negations with the passages; block holds back what they do not confirm.",
)
@json_option
@clear_errors
def ask(
	directory: Path,
	question: str,
	model: str,
	api_base: str | None,
	api_key_env: str | None,
	profile_name: str,
	verify: str,
	as_json: bool,
) -> None:
	"""Answer QUESTION from DIR alone, with a language model."""
	from huf.agent.answering import answer_question, request_for
	from huf.agent.models.client import ModelConfig, complete

	profile = read_profile(profile_name)
	live_build(directory)
	variable = api_key_env or f"{model.split('/')[0].upper()}_API_KEY"
	config = ModelConfig(model, api_base, os.environ.get(variable), temperature=profile.temperature)
	answer = answer_question(
		question,
		search_index(directory, request_for(question, profile)),
		lambda messages, wanted: complete(config, messages, max_tokens=wanted.answer_tokens),
		profile=profile,
		verify=verify,  # type: ignore[arg-type]
		model=model,
	)
	if as_json:
		print_json(answer.to_dict())
	else:
		print_answer(answer)
	sys.exit(SOME_FAILED if not answer.answer else 0)


def read_profile(name: str) -> Profile:
	"""A ready-made profile by its name, or one from a JSON file.

	Raises:
		SettingsError: there is no such profile, or the file does not hold one.
	"""
	if name in READY_MADE:
		return READY_MADE[name]
	path = Path(name)
	if not path.is_file():
		raise SettingsError(
			f"There is no profile “{name}”. Known: {', '.join(READY_MADE)}; or give a JSON file."
		)
	try:
		values = json.loads(path.read_text("utf-8"))
	except (ValueError, RecursionError):
		raise SettingsError(f"The profile {name} is not valid JSON.") from None
	if not isinstance(values, dict):
		raise SettingsError(f"The profile {name} is not a JSON object.")
	return profile_from(values, path.stem)


def print_answer(answer: Answer) -> None:
	"""The answer, its sources, and what could not be confirmed."""
	click.echo(without_invisible(answer.answer) or click.style("No answer is shown.", fg="red"))
	if answer.cited_sources:
		click.secho("\nSources", bold=True)
	for source in answer.cited_sources:
		click.echo(f" [{source.number}] {without_invisible(source.label)}")
	if answer.verification:
		checked = [
			f"{answer.verification[status]} {status}" for status in COLOURS if answer.verification[status]
		]
		result = answer.verification["result"] or "Nothing to Check"
		click.secho(f"\n{result}", bold=True, fg=RESULT_COLOURS.get(result), nl=not checked)
		if checked:
			click.secho(f": {', '.join(checked)}", bold=True)
		for claim in answer.verification["claims"]:
			if claim["status"] != "verified":
				click.secho(
					f" {claim['status']}: {without_invisible(claim['text'])}", fg=COLOURS[claim["status"]]
				)
	for note in answer.notes:
		click.secho(without_invisible(note), dim=True)
