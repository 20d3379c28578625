"""What a PDF says of itself: title and author twice (as PDF/A asks), colour space, bookmarks.

No dates, so that the same request gives the same bytes.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

from sheetgen.render.colour_profile import NAME, srgb_profile
from sheetgen.render.pdf_file import PdfFile, text_string

CREATOR = "sheetgen"

_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<xmp:CreatorTool>{creator}</xmp:CreatorTool>
<pdf:Producer>{creator}</pdf:Producer>
<pdfaid:part>1</pdfaid:part>
<pdfaid:conformance>B</pdfaid:conformance>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""


def write_information(file: PdfFile, title: str, author: str) -> int:
    """The document information; returns the number of its object."""
    values = {"Title": title, "Author": author, "Creator": CREATOR, "Producer": CREATOR}
    entries = [b"/%b%b" % (key.encode(), text_string(value)) for key, value in values.items()]
    return file.add(b"<<%b>>" % b"".join(entries))


def write_xmp(file: PdfFile, title: str, author: str) -> int:
    """The same information as XMP, with the claim to be PDF/A-1b."""
    xmp = _XMP.format(title=escape(title), author=escape(author), creator=CREATOR)
    entries = b"/Type/Metadata/Subtype/XML"
    return file.add_stream(xmp.encode("utf-8"), entries, packed=False)


def write_output_intent(file: PdfFile) -> int:
    """The colour space that all colours of the file are meant in."""
    profile = file.add_stream(srgb_profile(), b"/N 3")
    name = text_string(NAME)
    return file.add(
        b"<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier%b/Info%b"
        b"/RegistryName(http://www.color.org)/DestOutputProfile %d 0 R>>" % (name, name, profile)
    )


def write_bookmarks(file: PdfFile, bookmarks: list[tuple[str, int]]) -> int:
    """An outline of (title, page object) in one level; returns the number of its root."""
    root = file.reserve()
    numbers = [file.reserve() for _ in bookmarks]
    for i, (title, page) in enumerate(bookmarks):
        before = b"/Prev %d 0 R" % numbers[i - 1] if i else b""
        after = b"/Next %d 0 R" % numbers[i + 1] if i + 1 < len(numbers) else b""
        file.add(
            b"<</Title%b/Parent %d 0 R%b%b/Dest[%d 0 R/Fit]>>"
            % (text_string(title), root, before, after, page),
            numbers[i],
        )
    return file.add(
        b"<</Type/Outlines/First %d 0 R/Last %d 0 R/Count %d>>"
        % (numbers[0], numbers[-1], len(numbers)),
        root,
    )
