"""Language models behind a network: which vendors there are, how a model of theirs is named, where a call may go, what
its failure means, and when it is made again. Chat, embedding and re-ranking all call through here.

Imports neither Frappe nor, until a call is made, LiteLLM.
"""

from huf.engine.services.access import Access, load_litellm
from huf.engine.services.call import Call, StreamNotGiven, call_model
from huf.engine.services.egress import Egress
from huf.engine.services.failures import Failure, FailureKind
from huf.engine.services.retry import RetryPolicy
from huf.engine.services.vendors import VENDORS, Kind, check_name, model_string

__all__ = [
	"VENDORS",
	"Access",
	"Call",
	"Egress",
	"Failure",
	"FailureKind",
	"Kind",
	"RetryPolicy",
	"StreamNotGiven",
	"call_model",
	"check_name",
	"load_litellm",
	"model_string",
]
