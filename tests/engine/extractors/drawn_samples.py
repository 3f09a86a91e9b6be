"""Files that LibreOffice opens, written by hand: a drawing of Visio and one of Draw, and a text of WordPerfect."""

from extractor_samples import make_zip

_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_OF_VISIO = "http://schemas.microsoft.com/visio/2010/relationships"
_VISIO = (
	'xmlns="http://schemas.microsoft.com/office/visio/2012/main" '
	'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)


def _related(kind: str, target: str) -> bytes:
	return (
		f'<Relationships xmlns="{_RELATIONS}"><Relationship Id="rId1" Type="{_OF_VISIO}/{kind}" Target="{target}"/>'
		"</Relationships>"
	).encode()


def vsdx(text: str = "Boiler feeds valve 7") -> bytes:
	"""A drawing of Visio with one shape."""
	places = (("PinX", 3), ("PinY", 3), ("Width", 4), ("Height", 2), ("LocPinX", 2), ("LocPinY", 1))
	cells = "".join(f'<Cell N="{name}" V="{value}"/>' for name, value in places)
	parts = "".join(
		f'<Override PartName="/visio/{name}.xml" ContentType="application/vnd.ms-visio.{kind}+xml"/>'
		for name, kind in (("document", "drawing.main"), ("pages/pages", "pages"), ("pages/page1", "page"))
	)
	kinds = (
		'<Default Extension="xml" ContentType="application/xml"/>'
		'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
	)
	size = '<Cell N="PageWidth" V="8"/><Cell N="PageHeight" V="11"/>'
	return make_zip(
		{
			"[Content_Types].xml": f'<Types xmlns="{_TYPES}">{kinds}{parts}</Types>'.encode(),
			"_rels/.rels": _related("document", "visio/document.xml"),
			"visio/document.xml": f"<VisioDocument {_VISIO}/>".encode(),
			"visio/_rels/document.xml.rels": _related("pages", "pages/pages.xml"),
			"visio/pages/pages.xml": (
				f'<Pages {_VISIO}><Page ID="0" Name="Page-1"><PageSheet>{size}</PageSheet><Rel r:id="rId1"/></Page></Pages>'
			).encode(),
			"visio/pages/_rels/pages.xml.rels": _related("page", "page1.xml"),
			"visio/pages/page1.xml": (
				f'<PageContents {_VISIO}><Shapes><Shape ID="1" Type="Shape">{cells}<Text>{text}</Text></Shape></Shapes>'
				"</PageContents>"
			).encode(),
		}
	)


def odg(text: str = "Boiler feeds valve 7") -> bytes:
	"""A drawing of Draw with one box."""
	names = " ".join(
		f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
		for short, name in (
			("office", "office"),
			("draw", "drawing"),
			("text", "text"),
			("svg", "svg-compatible"),
		)
	)
	box = (
		'<draw:frame svg:width="8cm" svg:height="2cm" svg:x="2cm" svg:y="2cm"><draw:text-box>'
		f"<text:p>{text}</text:p></draw:text-box></draw:frame>"
	)
	page = f'<office:drawing><draw:page draw:name="One">{box}</draw:page></office:drawing>'
	media_type = "application/vnd.oasis.opendocument.graphics"
	manifest = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
	entries = "".join(
		f'<m:file-entry m:full-path="{path}" m:media-type="{kind}"/>'
		for path, kind in (("/", media_type), ("content.xml", "text/xml"))
	)
	content = f'<office:document-content {names} office:version="1.3"><office:body>{page}</office:body></office:document-content>'
	return make_zip(
		{
			"mimetype": media_type.encode(),
			"content.xml": content.encode(),
			"META-INF/manifest.xml": f'<m:manifest xmlns:m="{manifest}">{entries}</m:manifest>'.encode(),
		}
	)


def wpd(text: str = "Thirty days of leave.\nAsk Ada.\n") -> bytes:
	"""A text of WordPerfect 5.1: where it begins, what kind of file it is, and the letters."""
	return b"\xffWPC" + (16).to_bytes(4, "little") + bytes((1, 10, 0, 1)) + bytes(4) + text.encode("ascii")
