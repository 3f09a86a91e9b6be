"""The tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.measure import median, percentile, table
from benchmarks.peers.driver import Answers


def searching(answers: Mapping[str, Answers], against: str, exact: str, agreement: str) -> str:
	"""How fast each system answered, beside the time of ``against``, and what share of ``exact``'s ten it found.

	Ratios are of the processor's time: on a busy machine the clock on the wall measures the other work.
	"""
	base = answers[against].cpu_ms if against in answers else None
	head = ["system", "ms on the wall, median", "p95", "processor ms, median", "p95", "p99"]
	head += [f"median ÷ {against}", f"p95 ÷ {against}"] if base else []
	head += [agreement] if agreement else []
	head += ["cold: processor ms more than warm", "memory MB"]
	rows = []
	for name, told in answers.items():
		wall, times = told.milliseconds, told.cpu_ms
		row = [name, _figures(median(wall)), _figures(percentile(wall, 95)), _figures(median(times))]
		row += [_figures(percentile(times, 95)), _figures(percentile(times, 99))]
		if base:
			row.append(f"{median(times) / median(base):.2f}")
			row.append(f"{percentile(times, 95) / percentile(base, 95):.2f}")
		row += [_share(told, answers.get(exact))] if agreement else []
		row += [f"{median(told.cold_cpu_ms):.0f}", f"{told.memory_mb:.0f}"]
		rows.append(row)
	return table(head, rows)


def by_words(answers: Mapping[str, Answers], questions: Sequence[str]) -> str:
	"""Milliseconds of the processor by the length of the question."""
	lengths = sorted({question.count(" ") + 1 for question in questions})
	head = ["system", *(f"{length} words, {what}" for length in lengths for what in ("median", "p95"))]
	rows = []
	for name, told in answers.items():
		row = [name]
		for length in lengths:
			times = [
				took
				for question, took in zip(told.asked, told.cpu_ms, strict=True)
				if question.count(" ") + 1 == length
			]
			row += [_figures(median(times)), _figures(percentile(times, 95))]
		rows.append(row)
	return table(head, rows)


def building(told: Mapping[str, Mapping[str, Any]], against: str) -> str:
	"""What making each index took."""
	head = ["system", "s", "processor s", "chunks/s", f"speed ÷ {against}", "peak MB", "size MB"]
	base = told[against]["seconds"] if against in told else None
	rows = []
	for name, numbers in told.items():
		seconds = numbers["seconds"]
		rows.append(
			[
				name,
				f"{seconds:.1f}",
				f"{numbers['cpu_seconds']:.1f}" if "cpu_seconds" in numbers else "–",
				f"{numbers['chunks'] / seconds:,.0f}",
				f"{base / seconds:.2f}" if base else "–",
				f"{numbers['peak_mb']:.0f}",
				f"{numbers['size_mb']:.0f}",
			]
		)
	return table(head, rows)


def _share(told: Answers, reference: Answers | None) -> str:
	if reference is None or not any(told.found.values()):
		return "–"
	shares = [
		len(set(told.found[question]) & set(best)) / len(best)
		for question, best in reference.found.items()
		if best and question in told.found
	]
	return f"{sum(shares) / len(shares):.3f}"


def _figures(milliseconds: float) -> str:
	return f"{milliseconds:.2f}" if milliseconds < 10 else f"{milliseconds:.0f}"
