"""Language models behind a network: which vendors there are, how a model of theirs is named, and where a call may go.

Imports neither Frappe nor, until a call is made, LiteLLM.
"""

from huf.engine.services.access import Access, load_litellm
from huf.engine.services.egress import Egress
from huf.engine.services.vendors import VENDORS, Kind, check_name, model_string

__all__ = ["VENDORS", "Access", "Egress", "Kind", "check_name", "load_litellm", "model_string"]
