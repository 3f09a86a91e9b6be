"""The message of the handbook."""

from email.message import EmailMessage

from handbook_makers.blocks import source


def make_mail() -> bytes:
	"""A complaint with the earlier messages quoted and a text file attached."""
	message = EmailMessage()
	message["From"] = "Elsa Nyström <elsa@brewery-lindholm.example>"
	message["To"] = "Helena Lindqvist <helena@tarnbrook.example>, Tomasz Wilk <tomasz@tarnbrook.example>"
	message["Date"] = "Fri, 17 Apr 2026 09:26:00 +0200"
	message["Subject"] = "Re: Re: RMA-26-0388 second diaphragm rupture on line 2"
	message["Message-ID"] = "<20260417.0926@brewery-lindholm.example>"
	message.set_content(source("complaint-thread.txt"), cte="quoted-printable")
	log = source("pressure-log.txt")
	message.add_attachment(log, filename="pressure-log.txt", cte="base64")
	message.set_boundary("=_tarnbrook_17042026")
	return message.as_bytes()
