"""``huf explain``: a search as a picture for a terminal, why each hit stands where it stands."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from huf.cli.shared.common import SOME_FAILED, clear_errors, index_argument, json_option
from huf.cli.shared.output import print_json, print_notes
from huf.cli.shared.search_options import search_options
from huf.engine.evidence import HitExplanation, LegScore, SourceExplanation, StepEffect, WordMatch
from huf.engine.prompt.untrusted import without_invisible
from huf.engine.request import Request
from huf.engine.search.steps import Steps
from huf.engine.types import Hit, SearchResult
from huf.local.index import LocalIndex

_BAR = 24
"""Characters of a full bar."""
_EIGHTHS = " ▏▎▍▌▋▊▉"
_STEPS = {
	"found": "found",
	"collapse": "equal texts together",
	"rerank": "re-ranked",
	"freshness": "newer first",
	"floor": "relevance floor",
	"at most per input": "at most so many of one input",
	"mmr": "different ones first",
}


@click.command()
@index_argument
@click.argument("query")
@json_option
@clear_errors
@search_options
def explain(
	directory: Path,
	query: str,
	request: Request,
	steps: Steps,
	as_json: bool,
) -> None:
	"""Show why the hits for QUERY stand where they stand: words, meaning, and every step."""
	result = LocalIndex(directory).search(replace(request, query=query, explain=True), steps)
	if as_json:
		print_json(result.to_dict())
	else:
		print_explanation(result)
	sys.exit(SOME_FAILED if result.skipped else 0)


def print_explanation(result: SearchResult) -> None:
	"""The query, each source, and for each hit its words, its legs and its steps."""
	print_notes(result)
	why = result.explanation
	if why is None:
		return
	click.echo(click.style("Words  ", bold=True) + (" · ".join(map(without_invisible, why.words)) or "none"))
	if why.left_out:
		click.secho(f"       left out: {' '.join(map(without_invisible, why.left_out))}", dim=True)
	if why.filters:
		click.echo(click.style("Only   ", bold=True) + without_invisible("; ".join(why.filters)))
	for source in why.sources:
		click.echo(_source(source))
	if not result.hits and not result.skipped:
		click.echo("Nothing found. Try other words, or fewer.")
	for hit, explained in zip(result.hits, why.hits, strict=True):
		_print_hit(hit, explained)
	click.secho(f"{len(result.hits)} hits in {result.took_ms:.1f} ms", dim=True)


def bar(share: float, width: int = _BAR) -> str:
	"""``share`` of 1 as a bar of ``width`` characters."""
	eighths = round(max(0.0, min(1.0, share)) * width * 8)
	full, rest = divmod(eighths, 8)
	return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(width)


def _source(source: SourceExplanation) -> str:
	facts = [f"searched by {source.mode}", f"{source.candidates} passages named by the index"]
	if source.vector_weight:
		since = ", since a passage has all the words" if source.words_suffice else ""
		facts.append(f"meaning counts {source.vector_weight:.0%}{since}")
	if source.priority_weight != 1:
		facts.append(f"priority × {source.priority_weight:.1f}")
	if source.searched_for:
		facts.append(f"searched for “{without_invisible(' '.join(source.searched_for.split()))}”")
	if source.read_with:
		facts.append(f"re-ranked together with {', '.join(map(without_invisible, source.read_with))}")
	if source.refused:
		facts.append(f"{source.refused} left out by rights")
	facts += [f"{count} left out by “{_STEPS.get(step, step)}”" for step, count in source.removed.items()]
	return click.style("Source ", bold=True) + f"{without_invisible(source.source)}: " + ", ".join(facts)


def _print_hit(hit: Hit, why: HitExplanation) -> None:
	place = without_invisible(hit.locator.label())
	title = click.style(without_invisible(hit.title), bold=True)
	click.echo(f"\n{why.rank:>2}. {title}{' · ' + click.style(place, fg='cyan') if place else ''}")
	if hit.also_in:
		click.echo(f"    the same text in {', '.join(map(without_invisible, hit.also_in))}")
	if why.evidence is not None:
		_print_row("answers", why.evidence.query_coverage, "of the query", "green")
		for name, leg in why.evidence.legs.items():
			_print_row(name, leg.share, leg_words(name, leg), "blue")
		width = max((len(without_invisible(match.word)) for match in why.evidence.words), default=0)
		for match in why.evidence.words:
			_print_word(match, min(width, 24))
	if why.summary:
		click.echo(
			f"    {'found by':<9}the summary of {without_invisible(hit.summary_of)}: "
			f"{without_invisible(' '.join(why.summary.split()))} (a model's words, not the text's)"
		)
	if why.enrichment:
		click.echo(
			f"    {'found by':<9}{without_invisible(' '.join(why.enrichment.split()))} (a model's words, not the text's)"
		)
	click.echo(f"    {'way':<9}{' → '.join([*_way(why.steps), f'place {why.rank} ({why.score:.3g})'])}")


def _print_row(name: str, share: float, words: str, colour: str) -> None:
	click.echo(f"    {name:<9}{click.style(bar(share), fg=colour)} {share:>4.0%}  {words}")


def leg_words(name: str, leg: LegScore) -> str:
	"""What a leg (:attr:`~huf.engine.evidence.ChunkEvidence.legs`) says of a hit."""
	# Neither is a place of its own in the search: they moved what words and meaning had found.
	if name == "similar":
		return f"those most like it have a score of {leg.score:.3g}, of which it borrows"
	if name == "part":
		return f"{leg.score:.0%} like the query, place {leg.rank} of those compared"
	place = f"place {leg.rank}" if leg.rank else "not among the first"
	return f"{place}, score {leg.score:.3g}"


def _print_word(match: WordMatch, width: int) -> None:
	word = without_invisible(match.word)[:width].ljust(width)
	if not match.terms:
		click.secho(f"      {word}  not in the passage; {match.weight:.0%} of the query", dim=True)
		return
	found = ", ".join(map(without_invisible, match.terms))
	# The track is the word's weight in the query, its filled part what the passage earned of it.
	track = bar(match.share).rstrip() or "▏"
	rest = "·" * max(0, round(match.weight * _BAR) - len(track))
	room = " " * (_BAR - len(track) - len(rest))
	click.echo(
		f"      {word}  {click.style(track, fg='yellow')}{click.style(rest, dim=True)}{room}"
		f"  +{match.score:.2f} of {match.weight:.0%} ({found})"
	)


def _way(steps: Sequence[StepEffect]) -> list[str]:
	"""The steps that moved the hit or changed its score."""
	return [
		f"{_STEPS.get(step.step, step.step)} {step.rank} ({step.score:.3g})"
		for before, step in zip((None, *steps), steps, strict=False)
		if before is None or (step.rank, step.score) != (before.rank, before.score)
	]
