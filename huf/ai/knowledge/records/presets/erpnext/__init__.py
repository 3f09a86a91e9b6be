"""Which fields of the records of a business people ask about, in the order in which they read them.

The names are those of ERPNext and of Frappe's own contacts and addresses. What is not here is noise to a reader (the same
amount in the company's currency, how a page is printed, accounts of the ledger), or sensitive (:mod:`huf.ai.knowledge.records.presets.sensitive`).
"""

from huf.ai.knowledge.records.presets.erpnext.buying import BUYING
from huf.ai.knowledge.records.presets.erpnext.parties import PARTIES
from huf.ai.knowledge.records.presets.erpnext.selling import SELLING
from huf.ai.knowledge.records.presets.erpnext.stock import STOCK
from huf.ai.knowledge.records.presets.erpnext.work import WORK
from huf.ai.knowledge.records.presets.preset import Preset

ERPNEXT: dict[str, Preset] = {**STOCK, **PARTIES, **SELLING, **BUYING, **WORK}
