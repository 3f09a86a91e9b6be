"""Secrets in what services say: each shape, each form of a known one, and no ordinary word."""

import ast
import base64
import json
import re
import time
from pathlib import Path
from urllib.parse import quote

import pytest

import huf
from huf.engine.services.scrub import DETAIL_CHARACTERS, scrub, without_secrets

HEX = "0123456789abcdef0123456789abcdef"
MIXED = "Zk3Tq8LmX2vBn7Rw5YhJc9Pd4GsF6aEu"
JWT = ".".join(
	base64.urlsafe_b64encode(part).decode().rstrip("=")
	for part in (b'{"alg":"HS256","typ":"JWT"}', b'{"sub":"somebody","admin":true}', b"the signature of it")
)

SHAPES = {
	"OpenAI": f"sk-{MIXED}",
	"OpenAI, short": "sk-abcdef123456",
	"OpenAI, of a project": f"sk-proj-{MIXED}_{MIXED}-x",
	"OpenAI, of a service account": f"sk-svcacct-{MIXED}",
	"OpenAI, as its errors show it": "sk-abc12***************wxyz",
	"OpenAI, cut with dots": "sk-proj-...wxyz",
	"OpenAI, cut with one sign": "sk-ab12…wxyz",
	"Anthropic": f"sk-ant-api03-{MIXED}-{MIXED}AA",
	"OpenRouter": f"sk-or-v1-{HEX}{HEX}",
	"Azure, hexadecimal": HEX,
	"Azure, 84 characters": (MIXED * 3)[:84],
	"Google": f"AIzaSy{MIXED}A",
	"Google, a token": f"ya29.{MIXED}",
	"AWS, a key": "AKIAIOSFODNN7EXAMPLE",
	"AWS, for a session": "ASIAIOSFODNN7EXAMPLE",
	"AWS, a secret": "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
	"Mistral": MIXED,
	"Cohere": (MIXED * 2)[:40],
	"Cohere, with a prefix": "co-Zk3Tq8LmX2vB",
	"Voyage": f"pa-{MIXED}",
	"Groq": f"gsk_{MIXED}",
	"xAI": f"xai-{MIXED}",
	"Hugging Face": f"hf_{MIXED}",
	"Replicate": f"r8_{MIXED}",
	"NVIDIA": f"nvapi-{MIXED}",
	"Perplexity": f"pplx-{MIXED}",
	"GitHub": f"ghp_{MIXED}abcd",
	"GitHub, fine": f"github_pat_{MIXED}_{MIXED}",
	"GitLab": "glpat-Zk3Tq8LmX2vBn7Rw5YhJ",
	"Slack, a bot": "xoxb-123456789012-1234567890123-Zk3Tq8LmX2vBn7Rw5YhJc9Pd",
	"Slack, an app": f"xapp-1-A0B1C2-{MIXED}",
	"Stripe": f"rk_live_{MIXED}",
	"a public key of Langfuse": f"pk-lf-{HEX}",
	"a JSON web token": JWT,
	"a private key": f"-----BEGIN RSA PRIVATE KEY-----\n{MIXED}\n{MIXED}\n-----END RSA PRIVATE KEY-----",
	"a private key without an end": f"-----BEGIN PRIVATE KEY-----\n{MIXED}\n{MIXED}",
}
"""What is known by itself, wherever it stands."""

LABELLED = (
	"Authorization: Bearer {}",
	"authorization: bearer {}",
	"Authorization: Basic {}",
	"Authorization: token {}",
	"Authorization: {}",
	"{{'Authorization': 'Bearer {}'}}",
	'{{"authorization": "Bearer {}"}}',
	'{{\\"api_key\\": \\"{}\\"}}',
	"(b'authorization', b'Bearer {}')",
	"('x-api-key', '{}')",
	"sent Bearer {} to it",
	"x-api-key={}",
	"x-goog-api-key: {}",
	"Ocp-Apim-Subscription-Key: {}",
	"OPENAI_API_KEY={}",
	"api_key='{}'",
	'apiKey: "{}"',
	"aws_secret_access_key={}",
	"client_secret={}&grant_type=client_credentials",
	"refresh_token={}",
	"password={} host=db.example.com",
	"pwd={}",
	"https://host.example/v1/models?key={}&alt=json",
	"https://host.example/v1?api_key={}",
	"https://host.example/v1?a=1&token={}#top",
	"https://host.example/v1%3Fapi_key%3D{}",
	"https://bucket.s3.amazonaws.com/x?X-Amz-Signature={}",
	"https://user:{}@host.example/v1",
	"postgresql://huf:{}@db.example:5432/huf",
	"redis://:{}@cache.example:6379/0",
	"https://{}@host.example/v1",
)
VALUES = ("abc.def", "secretpassword", "Tr0ub4dor", "zk3tq8lm")
"""No shape gives these away, only what stands before them."""

ORDINARY = (
	"The model openai/gpt-4o-mini refused the request: max_tokens is too large: 4096 (status code=400).",
	"co-operation and co-ordinates of the task-management, a pa-system, sk-learn and xai-methods",
	"duplicate key value violates unique constraint pk_invoice_line of hf_hub_download",
	"Basic authentication is not supported; use Bearer authentication, a bearer token or Basic information.",
	"Invalid API key: please check your account. Incorrect api key provided.",
	"Connection to https://host.example:8443/v1/users/a@example.com was refused",
	"Write to support@example.com about request req_0123456789abcdef0123456789abcdef.",
	"The collection huf_handbook_20261122t101500_0a1b2c3d and huf_0123456789abcdef0123456789abcdef are gone.",
	"id 123e4567-e89b-12d3-a456-426614174000 took 12345678901234567890123456789012345 steps",
	"Donaudampfschifffahrtsgesellschaftskapitaen wait... then go on, **bold** and 5 * 3",
	"/home/frappe/frappe-bench/sites/assets/frappe/js/desk.min.js has no such line",
	"The key of the dictionary, the token count and the secret of success; tokens: 512, prompt_tokens=77",
	"KeyError: 'index'",
)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
	"around", ["{}", "Incorrect key provided: {}. Try another.", '{{"message":"{}"}}', "a\\n{}\\nb"]
)
def test_each_shape_is_gone(shape: str, around: str) -> None:
	"""A secret that nobody named is known by its shape, in prose, in JSON and between escaped line ends."""
	secret = SHAPES[shape]
	told = without_secrets(around.format(secret))
	assert "***" in told
	assert not _shared(told, secret, 6)


@pytest.mark.parametrize("label", LABELLED)
@pytest.mark.parametrize("value", VALUES)
def test_what_a_label_names_is_gone(label: str, value: str) -> None:
	"""A header, a query, a setting or an address gives a secret away whatever it looks like, and stays readable."""
	text = label.format(value)
	told = without_secrets(text)
	assert value not in told and "***" in told
	if "host.example" in text:
		assert "host.example" in told


@pytest.mark.parametrize(
	"secret", ["p@ss:word/with?signs", "quo\"te's w0rd", "with spaces in it", "back\\slash1"]
)
def test_passwords_with_signs(secret: str) -> None:
	"""A quoted value is gone up to its quote, and a known one in each way of writing it."""
	assert secret.split()[-1] not in without_secrets(f"password={json.dumps(secret)} host=x")
	assert not _shared(without_secrets(f"failed: {secret}", secret), secret, 6)


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_words_stay(text: str) -> None:
	"""An error stays readable: nothing of it is taken for a secret that is none."""
	assert without_secrets(text) == text


@pytest.mark.parametrize("known", ["no-key", "none", "test", "ollama", "EMPTY", "1234", "key", "x", "", None])
@pytest.mark.parametrize("text", ORDINARY)
def test_short_known_keys_scrub_no_words(known: str | None, text: str) -> None:
	"""A key that a local server never looks at may be a word, or a part of one."""
	spoken = f"{text} Testing none: no keyword, an ollama server, xylophone, 12345 EMPTYs, 1234 tests in all"
	assert without_secrets(spoken, known) == spoken


def test_short_known_keys_are_gone_where_they_act() -> None:
	"""A short key is scrubbed after a label, and by itself when it is no word."""
	assert without_secrets("api_key=test", "test") == "api_key=***"
	assert without_secrets("the test k3y!x failed", "k3y!x") == "the test *** failed"


KNOWN = (
	"correct/horse+battery staple&42",
	MIXED.lower() + "~!",
	"schlüssel-für-alles-4711",
	HEX[:20] + '"\\' + "tail-end",
)


@pytest.mark.parametrize("secret", KNOWN)
def test_a_known_secret_is_gone_in_every_form(secret: str) -> None:
	"""As it is, percent-encoded, as JSON writes it (also twice), in base64 with whatever before it, cut at either end."""
	data = secret.encode()
	forms = [
		secret,
		quote(secret, safe=""),
		re.sub("%..", lambda found: found[0].lower(), quote(secret, safe="")),
		json.dumps(secret)[1:-1],
		json.dumps(secret, ensure_ascii=False)[1:-1],
		json.dumps(json.dumps(secret))[3:-3],
		data.hex(),
		*(base64.b64encode(b"user:"[:length] + data + b"x").decode()[7:-4] for length in range(6)),
		base64.urlsafe_b64encode(data).decode(),
		secret[: len(secret) // 2],
		secret[len(secret) // 2 :],
		secret[3:-3],
	]
	for form in forms:
		told = without_secrets(f"the service said <{form}> and ended", secret)
		assert told.startswith("the service said <") and told.endswith("> and ended")
		assert not _shared(told, form, 6), (form, told)


@pytest.mark.parametrize("shown", ["{}...{}", "{}…{}", "{}****{}", "{}••••{}", "{}..", "****{1}", "...{1}"])
def test_a_known_secret_that_was_cut_is_gone(shown: str) -> None:
	"""A service shows the beginning and the end of a key: the few signs of it are gone as well."""
	secret = "q7xk-unusual-w0rd-by-w0rd-zzyx"
	told = without_secrets("the key " + shown.format("q7xk", "zzyx") + " is wrong", secret)
	assert "q7xk" not in told and "zzyx" not in told
	assert told.startswith("the key") and told.endswith("is wrong")


def test_a_message_is_short_and_of_one_line() -> None:
	"""What goes into a message of ours has 300 characters at most, and no end of a key that a cut went through."""
	text = scrub("first\n\n  second " + "y" * 999)
	assert text.startswith("first second y") and len(text) == DETAIL_CHARACTERS and text.endswith("…")
	key = "sk-proj-" + MIXED
	assert scrub(("x" + " " * 19_980) + key) == "x…"


def test_scrubbing_again_changes_nothing() -> None:
	"""A message that goes through two layers is not eaten bit by bit."""
	for text in [label.format("abc.def") for label in LABELLED] + list(SHAPES.values()):
		once = without_secrets(f"It failed: {text} (try again)")
		assert without_secrets(once) == once


HOSTILE = (
	"a", "-", "*", "=", "/", ":", "@", "'", '"', "\\", " ", ".", "%3D", "://", "://a:", "://a:b", "sk-", "sk_", "co-", "eyJ", "eyJ-", ".eyJ.",
	"eyJhbGciOi.", "AIza", "AKIA", "api_key", "api_key=", "api_key='", 'api_key="', 'password="\\', "authorization: bearer ", "Bearer ", "Basic a",
	"-----BEGIN PRIVATE KEY-----", "-----BEGIN ", "0123456789abcdef", "Zk3Tq8LmX2vB-", "***", "a***", "a..", "...", "x-amz-signature", "key=", "token:",
	"hooks.slack.com/services/", MIXED[:10], MIXED[:31], "\u2022", "a b ", "'api_key', ", "api key: ",
)  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_no_pattern_goes_back(piece: str) -> None:
	"""What one piece over and over costs grows with its length: with its square, this would take many minutes."""
	text = (piece * (200_000 // len(piece) + 1))[:200_000]
	began = time.process_time()
	without_secrets(text, MIXED)
	assert time.process_time() - began < 30


def test_a_megabyte_of_everything_hostile() -> None:
	"""As the test above, with all pieces one after the other and each in a long run."""
	text = "".join(piece * (20_000 // len(piece)) for piece in HOSTILE)
	assert len(text) > 900_000
	began = time.process_time()
	without_secrets(text, MIXED)
	assert time.process_time() - began < 60


def test_nobody_else_scrubs() -> None:
	"""There is one place that knows what a secret looks like: no other module has a pattern of keys, headers or addresses with
	passwords, or replaces a key by itself."""
	own = Path(huf.__file__).parent
	shapes = re.compile(
		r"(?i)\bbearer\\s|\bsk-|AIza|AKIA|x-api-key|api\[?[-_]+\]?\??key|://\[\^@|eyJ|gh\[?p_|xox"
	)
	others = []
	for path in own.rglob("*.py"):
		relative = path.relative_to(own).as_posix()
		if relative == "engine/services/scrub.py" or "tests" in path.parts:
			continue
		for node in ast.walk(ast.parse(path.read_text("utf-8"))):
			if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
				continue
			owner = ast.unparse(node.func.value)
			called = node.func.attr
			arguments = " ".join(
				value.value
				for value in ast.walk(node)
				if isinstance(value, ast.Constant) and isinstance(value.value, str)
			)
			is_pattern = owner == "re" and shapes.search(arguments)
			is_replaced = (
				called == "replace"
				and node.args
				and re.search(r"key|secret|password", ast.unparse(node.args[0]))
				and "***" in arguments
			)
			if is_pattern or is_replaced:
				others.append(f"{relative}:{node.lineno}")
	assert not others, f"{others}: use huf.engine.services.scrub"


def _shared(text: str, secret: str, length: int) -> list[str]:
	"""Stretches of the secret that stand in the text."""
	plain = {
		part
		for part in (secret[at : at + length] for at in range(len(secret) - length + 1))
		if "-----" not in part
	}
	return [part for part in plain if part in text]
