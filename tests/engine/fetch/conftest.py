"""What tests of several servers need."""

import datetime as dt
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
	"""A self-signed certificate for secure.test."""
	from cryptography import x509
	from cryptography.hazmat.primitives import hashes, serialization
	from cryptography.hazmat.primitives.asymmetric import ec

	key = ec.generate_private_key(ec.SECP256R1())
	name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "secure.test")])
	now = dt.datetime.now(dt.timezone.utc)
	made = (
		x509.CertificateBuilder()
		.subject_name(name)
		.issuer_name(name)
		.public_key(key.public_key())
		.serial_number(1)
		.not_valid_before(now - dt.timedelta(days=1))
		.not_valid_after(now + dt.timedelta(days=1))
		.add_extension(x509.SubjectAlternativeName([x509.DNSName("secure.test")]), False)
		.add_extension(x509.BasicConstraints(True, None), True)
		.sign(key, hashes.SHA256())
	)
	path = tmp_path_factory.mktemp("tls") / "server.pem"
	private = key.private_bytes(
		serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
	)
	path.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
	return path
