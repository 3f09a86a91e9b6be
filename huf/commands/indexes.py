"""Making, searching and looking after the indexes of the site."""

import json
import sys
from dataclasses import asdict
from typing import Any

import click
import frappe
from frappe.commands import pass_context

from huf.ai.doctor import Level, examine
from huf.ai.knowledge import indexer, status
from huf.ai.knowledge.indexing.making.estimate import estimate_rebuild
from huf.ai.knowledge.retriever import knowledge_search
from huf.ai.knowledge.status.stats import source_stats
from huf.ai.site import artifacts
from huf.commands.site import require_source, site
from huf.engine.errors import HufError


@click.command("huf-rebuild")
@click.argument("source")
@click.option("--update", is_flag=True, help="Only index what changed, on top of the live index.")
@pass_context
def huf_rebuild(context, source, update):
	"""Make the index of a knowledge source anew, in this process, with a progress bar."""
	with site(context):
		artifact_id = require_source(source)
		(status.ask_for_update if update else status.ask_for_rebuild)(source)
		frappe.db.commit()  # nosemgrep: frappe-manual-commit (the job reads it in a transaction of its own)
		bar: Any
		with click.progressbar(length=1, label=source, file=sys.stderr) as bar:

			def show(progress):
				bar.length = max(progress.total, 1)
				bar.update(progress.done - bar.pos)

			frappe.flags.huf_progress = show
			try:
				(indexer.update_source if update else indexer.rebuild_source)(artifact_id)
			except HufError as error:
				raise click.ClickException(str(error)) from error
		row = frappe.db.get_value(
			"Knowledge Source",
			source,
			["status", "total_inputs", "total_chunks", "error_message"],
			as_dict=True,
		)
		click.echo(f"{source}: {row.status}, {row.total_inputs} inputs, {row.total_chunks} chunks")
		if row.error_message:
			click.echo(row.error_message)
		for name, title, message in _failed_inputs(source):
			click.echo(f"  {title} ({name}): {message}")
		if row.status == "Error":
			sys.exit(1)


@click.command("huf-estimate")
@click.argument("source")
@pass_context
def huf_estimate(context, source):
	"""What a rebuild of a knowledge source would take: inputs, texts without vectors, tokens, US dollars and seconds, as JSON."""
	with site(context):
		require_source(source)
		try:
			click.echo(json.dumps(estimate_rebuild(source)))
		except HufError as error:
			raise click.ClickException(str(error)) from error


@click.command("huf-search")
@click.argument("query")
@click.option("--source", "sources", multiple=True, help="A knowledge source; may be given several times.")
@click.option("--user", default="Administrator", show_default=True, help="Search with this user's rights.")
@click.option("--top-k", default=5, show_default=True, type=click.IntRange(1, 20))
@click.option(
	"--mode",
	type=click.Choice(["keyword", "vector", "hybrid"]),
	help="By words, by meaning, or by both, which is the default where a source has vectors.",
)
@click.option("--json", "as_json", is_flag=True, help="The whole result as JSON.")
@pass_context
def huf_search(context, query, sources, user, top_k, mode, as_json):
	"""Search knowledge sources as a user would."""
	with site(context):
		frappe.set_user(user)
		result = knowledge_search(query, knowledge_sources=list(sources) or None, top_k=top_k, mode=mode)
		if as_json:
			click.echo(json.dumps(result, ensure_ascii=False, indent=2))
			return
		for hit in result["hits"]:
			place = hit["locator"]["label"]
			click.echo(f"{hit['rank']}. {hit['title']}{' · ' + place if place else ''}  [{hit['source']}]")
			click.echo("   " + " ".join(hit["text"].split())[:300])
		for note in result["notes"]:
			click.echo(f"note: {note}", err=True)
		for skip in result["skipped"]:
			click.echo(f"not searched: {skip['source']}: {skip['reason']}", err=True)


@click.command("huf-stats")
@click.argument("source", required=False)
@pass_context
def huf_stats(context, source):
	"""Inputs wanted and indexed, chunks and bytes of one or all knowledge sources, as JSON lines."""
	with site(context):
		if source:
			require_source(source)
		for name in [source] if source else frappe.get_all("Knowledge Source", pluck="name", order_by="name"):
			click.echo(json.dumps({"source": name, **source_stats(name)}, default=str))


@click.command("huf-collections")
@click.option(
	"--claim",
	"wish",
	flag_value="claim",
	help="They are this site's: it was moved here, or an earlier version of huf made them.",
)
@click.option(
	"--disown", "wish", flag_value="disown", help="They are another site's, of whose disk this is a clone."
)
@pass_context
def huf_collections(context, wish):
	"""The collections in vector stores and search engines that the indexes of a site name, and whether the site may drop them."""
	from huf.engine.backends.search_engine.making.sweeping import noted_places
	from huf.engine.backends.vector_store import ownership

	with site(context):
		for folder in artifacts.source_folders():
			engines = noted_places(folder)
			if wish == "claim" and (ownership.noted(folder) or engines):
				ownership.claim(folder, [place.owner for place, _ in engines])
			elif wish and (ownership.noted(folder) or engines):
				ownership.disown(folder)
			for place, is_own in noted_places(folder):
				click.echo(f"{place.collection}  {place.settings.path}  {'own' if is_own else 'not own'}")
			for each in ownership.noted(folder):
				click.echo(
					f"{each.note.collection}  {each.note.store.path}  {'own' if each.is_own else 'not own'}"
				)


@click.command("huf-doctor")
@click.option("--models", is_flag=True, help="Ask each model once, too, which may cost a little.")
@click.option("--json", "as_json", is_flag=True, help="Every finding as a JSON line.")
@pass_context
def huf_doctor(context, models, as_json):
	"""Look at everything that knowledge needs on a site. Ends with 1 if something that people rely on does not work."""
	with site(context):
		found = examine(with_models=models)
	for finding in found:
		if as_json:
			click.echo(json.dumps(asdict(finding), ensure_ascii=False))
			continue
		about = f"{finding.source}: " if finding.source else ""
		click.echo(f"{finding.level.value:8} {about}{finding.words}")
		if finding.advice:
			click.echo(f"{'':8} → {finding.advice}")
	if any(finding.level is Level.FAULT for finding in found):
		sys.exit(1)


def _failed_inputs(source):
	return frappe.get_all(
		"Knowledge Input",
		filters={"knowledge_source": source, "status": "Error"},
		fields=["name", "title", "error_message"],
		as_list=True,
	)
