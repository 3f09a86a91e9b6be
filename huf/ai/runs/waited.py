"""Runs that somebody waits for in a request."""

from dataclasses import asdict
from typing import Any

from huf.ai.knowledge.record_sources.run_record import fields_of_record
from huf.ai.runs.background import end_lost_run
from huf.ai.runs.files.kept import rows_of
from huf.ai.runs.following.watch import time_limit_s
from huf.ai.runs.keeping.rows import start_run
from huf.ai.runs.perform import perform
from huf.ai.runs.prompt.narrowing import write_names
from huf.ai.runs.prompt.request import RunRequest
from huf.ai.site.warm.client import WorkLost, hand_over


def make_waited_run(request: RunRequest) -> dict[str, Any]:
	"""Make a run in the warm process of the bench or, where there is none, here; an AgentResult as a dictionary.

	Commits what the caller has written. The caller is a request that does nothing else.
	"""
	name = start_run(
		request.agent.name,
		request.user,
		request.prompt,
		request.agent.model,
		conversation=request.conversation,
		knowledge_gate=request.knowledge_gate,
		only_sources=write_names(request.only_sources),
		files=rows_of(request.files, request.kept_files),
		**fields_of_record(request.record),
	)
	try:
		done = hand_over("huf.ai.runs.background.make_begun_run", run=name, limit_s=time_limit_s())
	except WorkLost:
		end_lost_run(name)
		raise
	return asdict(perform(request, name, is_live=False)) if done is None else done.value
