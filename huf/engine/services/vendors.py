"""The vendors whose models huf asks, and how a model of theirs is named to LiteLLM.

LiteLLM reads vendors and addresses out of model strings: ``oobabooga/http://host/https`` goes to that host with
whatever key is at hand. Here a vendor comes from a list, a name is checked to be nothing but a name, and both
are put together in :func:`model_string` and nowhere else.

Vendors that find their credentials on the machine itself (Bedrock, SageMaker, Vertex AI, watsonx, ...) are not in the
list: all sites of a bench share that machine. Nor are those that LiteLLM asks elsewhere than at the address it is given.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from huf.engine.errors import ModelNameRefused
from huf.engine.sentences import sentence

Kind = Literal["chat", "embedding", "rerank"]
"""What a model does; the ``kind`` of an AI Model."""

MAX_CHARACTERS = 140

Names = Literal["plain", "paths", "makers"]
"""How a vendor names its models: without a slash; with one (``accounts/fireworks/models/x``); or by their makers
(``openai/gpt-oss-120b`` at Groq), so that the name of another vendor may stand in front."""


@dataclass(frozen=True, slots=True)
class Vendor:
	"""A service, or a kind of server, as LiteLLM knows it."""

	address: str = ""
	"""Where it is asked when the provider's record has no address; empty: the record must have one."""
	names: Names = "plain"
	addresses: Mapping[Kind, str] = field(default_factory=dict)
	"""Addresses of its own that differ from ``address`` by what the model does."""
	routes: Mapping[Kind, str] = field(default_factory=dict)
	"""LiteLLM's name of the vendor, where that differs by what the model does."""

	def address_for(self, kind: Kind) -> str:
		"""Its own address for models of this kind, or an empty text."""
		return self.addresses.get(kind, self.address)


VENDORS: Mapping[str, Vendor] = {
	"ai21_chat": Vendor("https://api.ai21.com/studio/v1"),
	"anthropic": Vendor("https://api.anthropic.com"),
	"azure": Vendor(),
	"azure_ai": Vendor(),
	"cerebras": Vendor("https://api.cerebras.ai/v1"),
	# Asked for chat and for vectors, LiteLLM takes the address as the whole URL; for re-ranking it adds the path.
	"cohere": Vendor(
		"https://api.cohere.com",
		addresses={"chat": "https://api.cohere.com/v2/chat", "embedding": "https://api.cohere.com/v2/embed"},
		routes={"chat": "cohere_chat"},
	),
	"dashscope": Vendor("https://dashscope.aliyuncs.com/compatible-mode/v1"),
	"databricks": Vendor(),
	"deepinfra": Vendor(
		"https://api.deepinfra.com/v1/openai",
		"makers",
		addresses={"rerank": "https://api.deepinfra.com/v1"},
	),
	"deepseek": Vendor("https://api.deepseek.com/beta"),
	"docker_model_runner": Vendor(names="makers"),
	"featherless_ai": Vendor("https://api.featherless.ai/v1", "makers"),
	"fireworks_ai": Vendor("https://api.fireworks.ai/inference/v1", "makers"),
	"gemini": Vendor("https://generativelanguage.googleapis.com/v1beta"),
	"github": Vendor("https://models.inference.ai.azure.com", "makers"),
	"groq": Vendor("https://api.groq.com/openai/v1", "makers"),
	"hosted_vllm": Vendor(names="makers"),
	"huggingface": Vendor(names="makers"),
	"hyperbolic": Vendor("https://api.hyperbolic.xyz/v1", "makers"),
	"infinity": Vendor(names="makers"),
	"jina_ai": Vendor("https://api.jina.ai/v1"),
	"litellm_proxy": Vendor(names="makers"),
	"llamafile": Vendor(names="makers"),
	"lm_studio": Vendor(names="makers"),
	"meta_llama": Vendor("https://api.llama.com/compat/v1"),
	"mistral": Vendor("https://api.mistral.ai/v1"),
	"moonshot": Vendor("https://api.moonshot.ai/v1"),
	"nebius": Vendor("https://api.studio.nebius.ai/v1", "makers"),
	"novita": Vendor("https://api.novita.ai/v3/openai", "makers"),
	"nvidia_nim": Vendor(
		"https://integrate.api.nvidia.com/v1", "makers", addresses={"rerank": "https://ai.api.nvidia.com"}
	),
	# The chat model is asked by the API of conversations: the other one takes no tools.
	"ollama": Vendor("http://localhost:11434", "makers", routes={"chat": "ollama_chat"}),
	"openai": Vendor("https://api.openai.com/v1", "paths"),
	"openai_like": Vendor(names="makers"),
	"openrouter": Vendor("https://openrouter.ai/api/v1", "makers"),
	"ovhcloud": Vendor("https://oai.endpoints.kepler.ai.cloud.ovh.net/v1", "makers"),
	"perplexity": Vendor("https://api.perplexity.ai"),
	"sambanova": Vendor("https://api.sambanova.ai/v1"),
	"together_ai": Vendor("https://api.together.xyz/v1", "makers"),
	"vercel_ai_gateway": Vendor("https://ai-gateway.vercel.sh/v1", "makers"),
	"voyage": Vendor("https://api.voyageai.com/v1"),
	"xai": Vendor("https://api.x.ai/v1"),
	"xinference": Vendor(names="makers"),
	"zai": Vendor("https://api.z.ai/api/paas/v4"),
}
"""By LiteLLM's name of the vendor: also what the field Vendor of AI Provider offers."""

OTHER_NAMES: Mapping[str, str] = {
	"ai21": "ai21_chat",
	"cohere_chat": "cohere",
	"custom_openai": "openai",
	"ollama_chat": "ollama",
}
"""Other names in LiteLLM under which a vendor of the list is reached in the same way."""

LATER_VENDORS = frozenset(
	"""
	aiand aihubmix aws_textract azure_speech bespoke bigmodel clf_ai_gateway cognition coralbricks cortecs crusoe darkbloom
	databricks_agent edenai empiriolabs eu_jev gdc hostinger_router inception inferenceapis kyma langflow laya libertai meta
	microsoft_365_copilot modelscope mongodb nace nadir neosantara nvidia_riva opencode_go openinfer opensearch parallel_ai
	parasail pinstripes prism qwen_ai_platform qwencloud reducto refuseless reka sail scaledown scx-ai soniox strands_decider
	streamlake tencent tensormesh text-completion-inception transcribe typesafe valkey wally zerogpu
	""".split()
)
"""Those of LiteLLM 1.110 that 1.83 has not. Some are makers, whose models are named so on servers of others (``meta/llama-3``)."""

PREFIXES: frozenset[str] = LATER_VENDORS | frozenset(
	{*VENDORS, *OTHER_NAMES}
	| set(
		"""
		a2a a2a_agent abliteration aiml aiohttp_openai aleph_alpha amazon_nova anthropic_text apertis
		assemblyai auto_router aws_polly azure_text baseten bedrock bedrock_mantle black_forest_labs bytez
		charity_engine chatgpt chutes clarifai cloudflare codestral cometapi compactifai cursor custom
		datarobot deepgram dotprompt elevenlabs empower fal_ai friendliai galadriel gigachat github_copilot
		gmi gradient_ai helicone heroku humanloop lambda_ai langfuse langgraph lemonade litellm_agent
		llamagate manus maritalk milvus minimax morph nano-gpt nlp_cloud nscale oci oobabooga petals
		pg_vector poe predibase publicai ragflow recraft replicate runwayml s3_vectors sagemaker
		sagemaker_chat sagemaker_nova sap sarvam scaleway snowflake stability synthetic text-completion-codestral
		text-completion-openai topaz triton v0 veniceai vertex_ai vertex_ai_beta vllm volcengine wandb
		watsonx watsonx_text xiaomi_mimo
		""".split()
	)
)
"""What LiteLLM takes for a vendor when a model string begins with it."""

_ROUTES = frozenset(
	"""
	agent agentcore agents anthropic_messages assistants async_invoke chat completion completions converse converse_like
	deployments embeddings endpoints gpt5_series image images invoke messages o_series rerank responses v1 v2
	""".split()
)
"""First parts by which LiteLLM takes another way to a service than the one for chat, vectors or re-ranking."""

_FRAGMENTS: Mapping[str, str] = {
	"clarifai": "",
	"ft:babbage-002": "openai",
	"ft:davinci-002": "openai",
	"ft:gpt-3.5-turbo": "openai",
	"replicate": "",
	"togethercomputer": "together_ai",
}
"""Parts of a name by which LiteLLM asks another vendor wherever they stand, and the vendor that may have them."""

_PART = r"[A-Za-z0-9](?:[A-Za-z0-9._:+-]*[A-Za-z0-9])?"
_NAME = re.compile(f"{_PART}(?:/{_PART})*")
_HOST = re.compile(
	r"(?i)localhost(?::.*)?|\d+(?:\.\d+){3}(?::.*)?|0x[0-9a-f]+(?::.*)?|[a-z0-9.-]+\.[a-z0-9-]+:\d+"
)
_DOMAIN = re.compile(r"(?i)[a-z0-9.-]+\.[a-z]{2,}|[^:]+:\d+")


def model_string(vendor: str, name: str, kind: Kind) -> str:
	"""What LiteLLM is to be given for a model of a vendor. The only place where the two are put together.

	Raises:
		ModelNameRefused: there is no such vendor, or ``name`` is more than a name; the message says what to do.
	"""
	check_name(vendor, name)
	return f"{VENDORS[vendor].routes.get(kind, vendor)}/{name}"


def check_name(vendor: str, name: str) -> None:
	"""Raise ModelNameRefused unless ``name`` can be the name of a model of ``vendor`` and nothing else."""
	if vendor not in VENDORS:
		raise ModelNameRefused(
			f"huf does not ask models of the vendor “{_shown(vendor)}”. Choose one of the list in AI Provider; a "
			"service that speaks OpenAI's language is asked by the vendor openai, with its address."
		)
	if "://" in name or "\\" in name:
		raise _refused(
			name, sentence("is an address. The address belongs to AI Provider; write the model's name alone")
		)
	if not name or len(name) > MAX_CHARACTERS or not _NAME.fullmatch(name) or ".." in name:
		raise _refused(
			name,
			sentence(
				f"is no name of a model. Write up to {MAX_CHARACTERS} letters, digits and . _ : + - with single slashes "
				"between its parts, as the vendor writes it"
			),
		)
	first, slash, rest = name.partition("/")
	if _HOST.fullmatch(first) or (slash and _DOMAIN.fullmatch(first)):
		raise _refused(
			name,
			sentence("begins with a host. The address belongs to AI Provider; write the model's name alone"),
		)
	names = VENDORS[vendor].names
	if slash and names != "makers" and first in {vendor, *VENDORS[vendor].routes.values()}:
		raise _refused(name, sentence(f"names the vendor again. Write {rest}"))
	if slash and names == "plain":
		raise _refused(
			name, sentence(f"has a slash, and models of {vendor} have none. Write the model's name alone")
		)
	if slash and names == "paths" and first in PREFIXES - LATER_VENDORS:
		raise _refused(
			name,
			sentence(
				f"begins with another vendor. Choose a provider of the vendor {first}; for a server of your own whose models "
				"are named like this, a provider of the vendor hosted_vllm"
			),
		)
	if slash and first in _ROUTES:
		raise _refused(
			name, sentence(f"begins with a route of LiteLLM ({first}). Write the model's name alone")
		)
	for fragment, owner in _FRAGMENTS.items():
		if fragment in name.lower() and vendor != owner:
			raise _refused(
				name,
				sentence(
					f"has “{fragment}” in it, by which LiteLLM would ask another vendor. Give the model another name on "
					"your server, or choose another model"
				),
			)


def split(string: str) -> tuple[str, str] | None:
	"""Vendor and name of a model string of LiteLLM that begins with a vendor, or None."""
	prefix, slash, name = string.partition("/")
	if not slash or prefix not in PREFIXES:
		return None
	return OTHER_NAMES.get(prefix, prefix), name


def _refused(name: str, why: str) -> ModelNameRefused:
	return ModelNameRefused(f"The model “{_shown(name)}” {why}.")


def _shown(text: str) -> str:
	"""As much of what somebody typed as a message shows, without what cannot be printed."""
	text = "".join(character if character.isprintable() else "\ufffd" for character in text)
	return text if len(text) <= 60 else text[:59] + "…"
