"""Searches once and fails if that imported something heavy.

imports.py SITE SITES_DIR SOURCE QUERY
"""

import sys

import frappe

site, sites, source, query = sys.argv[1:]
frappe.init(site=site, sites_path=sites)
frappe.connect()

from huf.ai.knowledge.retriever import knowledge_search  # noqa: E402

assert knowledge_search(query, source)["hits"]
heavy = {name.split(".")[0] for name in sys.modules} & {
	"litellm",
	"llama_index",
	"openai",
	"pypdf",
	"docx",
	"openpyxl",
}
sys.exit(f"imported {sorted(heavy)}" if heavy else 0)
