"""Follows the notes of saved documents in this process and kills it (kill -9) at a moment.

A moment is the number of an SQL statement, those of further connections counted too, or "before 1" or "after 1": when the
first run is handed to Redis, and so on. At a moment that there is not, it lives on and prints how many statements there were.

    follow.py SITE SITES_DIR MOMENT
"""

import os
import signal
import sys
from typing import Any

import frappe
from frappe.database.database import Database
from rq import Queue

site, sites, moment = sys.argv[1:]
frappe.init(site=site, sites_path=sites)
frappe.connect()

from huf.ai.triggers import following  # noqa: E402

statements, handed_over = 0, 0
plain_sql = Database.sql
plain_enqueue = Queue.enqueue_call


def die_at(now: str) -> None:
	if now == moment:
		os.kill(os.getpid(), signal.SIGKILL)


def sql(*arguments: Any, **options: Any) -> Any:
	global statements
	statements += 1
	die_at(str(statements))
	return plain_sql(*arguments, **options)


def enqueue_call(*arguments: Any, **options: Any) -> Any:
	global handed_over
	handed_over += 1
	die_at(f"before {handed_over}")
	job = plain_enqueue(*arguments, **options)
	die_at(f"after {handed_over}")
	return job


Database.sql = sql
Queue.enqueue_call = enqueue_call
following.follow_notes()
print(statements, flush=True)
