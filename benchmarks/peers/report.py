"""The tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.measure import median, percentile, table
from benchmarks.peers.driver import Answers


def searching(answers: Mapping[str, Answers], against: str, exact: str, agreement: str) -> str:
	"""How fast each system answered, beside the time of ``against``, and what share of ``exact``'s ten it found."""
	base = answers[against].milliseconds if against in answers else None
	head = ["system", "median ms", "p95", "p99", "processor ms, median", "p95"]
	head += [f"median ÷ {against}", f"p95 ÷ {against}"] if base else []
	head += [agreement, "cold, ms more than warm", "of it processor", "memory MB"]
	rows = []
	for name, told in answers.items():
		times = told.milliseconds
		row = [
			name,
			*(_figures(value) for value in (median(times), percentile(times, 95), percentile(times, 99))),
		]
		row += [_figures(median(told.cpu_ms)), _figures(percentile(told.cpu_ms, 95))]
		if base:
			row.append(f"{median(times) / median(base):.2f}")
			row.append(f"{percentile(times, 95) / percentile(base, 95):.2f}")
		row.append(_share(told, answers.get(exact)))
		row += [f"{median(told.cold_ms):.0f}", f"{median(told.cold_cpu_ms):.0f}", f"{told.memory_mb:.0f}"]
		rows.append(row)
	return table(head, rows)


def by_words(answers: Mapping[str, Answers], questions: Sequence[str], rounds: int) -> str:
	"""The same by the length of the question: median and 95th percentile."""
	lengths = sorted({question.count(" ") + 1 for question in questions})
	head = ["system", *(f"{length} words, {what}" for length in lengths for what in ("median ms", "p95"))]
	rows = []
	for name, told in answers.items():
		row = [name]
		for length in lengths:
			asked = [question.count(" ") + 1 == length for question in questions] * rounds
			times = [took for took, fits in zip(told.milliseconds, asked, strict=True) if fits]
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
				f"{numbers['cpu_seconds']:.1f}",
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
		if best
	]
	return f"{sum(shares) / len(shares):.3f}"


def _figures(milliseconds: float) -> str:
	return f"{milliseconds:.2f}" if milliseconds < 10 else f"{milliseconds:.0f}"
