"""What ``huf index --estimate`` prints."""

import math
from dataclasses import asdict

import click

from huf.cli.shared.output import on_line, print_json
from huf.local.estimating import LocalEstimate
from huf.local.making import NO_EMBEDDER


def show(found: LocalEstimate, as_json: bool) -> None:
	"""The estimate, as lines or as one JSON object."""
	if as_json:
		print_json(to_dict(found))
		return
	for line in lines(found):
		click.echo(line)
	for skip in found.skipped:
		if skip.is_failure:
			click.secho(f"{on_line(skip.path)}: {skip.reason}", fg="yellow", err=True)


def to_dict(found: LocalEstimate) -> dict[str, object]:
	"""``huf index --estimate --json``."""
	trial = found.trial
	return {
		"to_read": trial.inputs,
		"unchanged": found.kept,
		"removed": found.removed,
		"read": trial.read,
		"is_sample": trial.texts.is_sample,
		"unreadable": trial.unreadable,
		"scans_not_read": trial.scanned,
		"texts": trial.texts.passages,
		"tokens": trial.texts.tokens,
		"embedder": found.embedder,
		"new_texts": trial.texts.new_passages,
		"new_tokens": trial.texts.new_tokens,
		"requests": trial.requests,
		"cost": found.cost,
		"seconds": round(trial.seconds, 1),
		"skipped": [asdict(skip) for skip in found.skipped],
	}


def lines(found: LocalEstimate) -> list[str]:
	"""The estimate for a person."""
	trial = found.trial
	told = [_files(found)]
	if trial.texts.is_sample:
		told.append(
			f"A sample: {trial.read:,} of them, chosen at random, {'was' if trial.read == 1 else 'were'} read. The numbers are scaled up by size."
		)
	if trial.inputs:
		told += [_texts(found), _vectors(found)]
	if trial.unreadable:
		of_all = "" if trial.read == trial.inputs else f" of the {trial.read:,} that were read"
		told.append(
			f"{_count(trial.unreadable, 'file')}{of_all} gave no text; huf index names each with its reason."
		)
	if trial.scanned:
		told.append(
			f"{trial.scanned:,} of them {_have(trial.scanned)} scanned pages: recognising these takes some seconds a page, and their texts come on top."
		)
	if trial.inputs:
		told.append(_time(found))
	return told


def _files(found: LocalEstimate) -> str:
	besides = [
		f"{number:,} {what}"
		for number, what in ((found.kept, "unchanged"), (found.removed, "gone"))
		if number
	]
	in_brackets = f" ({', '.join(besides)})" if besides else ""
	return f"{_count(found.trial.inputs, 'file')} to read{in_brackets}."


def _texts(found: LocalEstimate) -> str:
	texts = found.trial.texts
	return f"{_about(found)}{_count(texts.passages, 'text')} with {_count(texts.tokens, 'token')}."


def _vectors(found: LocalEstimate) -> str:
	texts, model = found.trial.texts, on_line(found.embedder.partition(":")[2])
	if not found.is_service:
		if found.embedder == NO_EMBEDDER:
			return "No vectors are made, so no model is asked: that costs nothing."
		return f"The vectors are made on this machine, by {on_line(found.embedder)}: that costs nothing."
	if not texts.new_tokens:
		return f"All vectors are kept from before: {model} is asked for none, and that costs nothing."
	asked = (
		f"{_about(found)}{_count(texts.new_passages, 'text')} {_have(texts.new_passages)} no vector yet: "
		f"{_count(texts.new_tokens, 'token')} {'goes' if texts.new_tokens == 1 else 'go'} to {model} in "
		f"{_count(found.trial.requests, 'request')}"
	)
	if found.cost is None:
		return f"{asked}. LiteLLM's list has no price for it."
	return f"{asked}, for about {_dollars(found.cost)} US dollars by LiteLLM's list."


def _time(found: LocalEstimate) -> str:
	besides = []
	if found.trial.requests:
		besides.append("what the service takes for its answers")
	if found.is_served:
		besides.append("what the server takes to store it")
	return ", and ".join([f"It takes about {_duration(found.trial.seconds)} on this machine", *besides]) + "."


def _about(found: LocalEstimate) -> str:
	return "About " if found.trial.texts.is_sample else ""


def _count(number: int, what: str) -> str:
	return f"{number:,} {what}{'' if number == 1 else 's'}"


def _have(number: int) -> str:
	return "has" if number == 1 else "have"


def _dollars(amount: float) -> str:
	"""In cents, and to two digits where it is less than a few."""
	if not amount or amount >= 0.1:
		return f"{amount:,.2f}"
	return f"{amount:.{1 - math.floor(math.log10(amount))}f}"


def _duration(seconds: float) -> str:
	if seconds < 90:
		return _count(max(1, round(seconds)), "second")
	minutes = seconds / 60
	return _count(round(minutes), "minute") if minutes < 120 else f"{minutes / 60:,.1f} hours"
