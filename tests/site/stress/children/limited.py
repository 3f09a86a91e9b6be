"""Does the source's work in a process that may not write files larger than a few KB: a full disk, without one.

limited.py SITE SITES_DIR ARTIFACT_ID BYTES
"""

import resource
import signal
import sys

import frappe

site, sites, artifact_id, size = sys.argv[1:]
frappe.init(site=site, sites_path=sites)
frappe.connect()

from huf.ai.knowledge import indexer  # noqa: E402

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(size), int(size)))
indexer.update_source(artifact_id)
