"""The options of the command line that refine the order of hits."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from huf.engine.search.steps import LiteLLMReranker, Steps
from huf.engine.search.steps.settings import MMR_LAMBDA, RERANK_TIMEOUT_S

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
	click.option("--collapse", is_flag=True, help="Show equal texts of different inputs once."),
	click.option("--rerank", metavar="MODEL", help="Let a re-ranking model of LiteLLM order the best hits."),
	click.option(
		"--rerank-timeout",
		type=click.FloatRange(0, 60, min_open=True),
		default=RERANK_TIMEOUT_S,
		show_default=True,
		help="Seconds after which the order stays as it was.",
	),
	click.option(
		"--fresh",
		metavar="KEY",
		default="",
		help="Prefer newer, by this date: date (the same as modified), modified or indexed_at.",
	),
	click.option(
		"--half-life",
		type=click.FloatRange(0, min_open=True),
		default=365,
		show_default=True,
		help="Days, for --fresh.",
	),
	click.option(
		"--floor",
		type=click.FloatRange(0, 1),
		default=0,
		show_default=True,
		help="Leave out hits that answer less of the query.",
	),
	click.option(
		"--max-per-input",
		type=click.IntRange(0, 1000),
		default=0,
		show_default=True,
		help="Most hits of one input; 0 is no limit.",
	),
	click.option("--mmr", is_flag=True, help="Prefer hits that say something else than those before."),
	click.option(
		"--mmr-lambda",
		type=click.FloatRange(0, 1),
		default=MMR_LAMBDA,
		show_default=True,
		help="Share of relevance against novelty, for --mmr.",
	),
)


def steps_options(command: Command) -> Command:
	"""Adds the options; the command gets them as one argument ``steps``."""

	@wraps(command)
	def wrapper(
		*args: Any,
		collapse: bool,
		rerank: str | None,
		rerank_timeout: float,
		fresh: str,
		half_life: float,
		floor: float,
		max_per_input: int,
		mmr: bool,
		mmr_lambda: float,
		**kwargs: Any,
	) -> Any:
		steps = Steps(
			collapse=collapse,
			reranker=LiteLLMReranker(rerank) if rerank else None,
			rerank_timeout_s=rerank_timeout,
			freshness_key=fresh,
			half_life_days=half_life,
			floor=floor,
			max_per_input=max_per_input,
			mmr=mmr,
			mmr_lambda=mmr_lambda,
		)
		return command(*args, steps=steps, **kwargs)

	for option in reversed(_OPTIONS):
		wrapper = option(wrapper)
	return wrapper  # type: ignore[return-value]
