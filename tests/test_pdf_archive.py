"""What PDF/A-1b (ISO 19005-1) asks of our files, clause by clause, read with other libraries.

The rules that can touch our files are checked on files read by pikepdf (qpdf), fontTools and
Pillow. Where Debian's PDFBox Preflight is installed (``apt-get install default-jre-headless
libpdfbox2-java libactivation-java libjaxb-api-java``), a whole validator reads them too.
"""

import io
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from fontTools.ttLib import TTFont
from PIL import Image, ImageCms

from sheetgen.printing import PrintRequest, plan_print
from tests.prints import VARIANTS, own_variant, pdf, plan

RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
FORBIDDEN = {"/AA", "/OpenAction", "/JavaScript", "/EmbeddedFiles", "/SMask", "/Group", "/Encrypt"}


@cache
def raw(kind: str) -> bytes:
    if kind == "two-sided":
        return pdf(plan("gemixxt-a", "gemixxt-b", flip="long", cut="lines", bleed=3.0, count=9))
    if kind == "accents":
        job = PrintRequest((own_variant(title="Größe (ø) <ł> & \\€"),), seed=0, count=2)
        return pdf(plan_print(job))
    return pdf(plan(kind, count=7))


@pytest.fixture(params=["two-sided", "accents", *VARIANTS])
def data(request: pytest.FixtureRequest) -> bytes:
    return raw(request.param)


@pytest.fixture
def document(data: bytes) -> Any:
    return pikepdf.open(io.BytesIO(data))


def test_syntax(data: bytes, document: Any) -> None:
    """6.1.2 header, 6.1.3 trailer, 6.1.4 cross-reference table, 6.1.7 streams, 6.1.8 objects."""
    assert re.match(rb"%PDF-1\.4\n%[\x80-\xff]{4}\n", data)
    assert document.check_pdf_syntax() == []
    assert data.endswith(b"%%EOF\n")
    assert not document.is_encrypted
    first, second = document.trailer["/ID"]
    assert len(bytes(first)) == len(bytes(second)) == 16
    assert b"/ObjStm" not in data
    assert b"/XRef" not in data
    start = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    assert data[start : start + 7] == b"xref\n0 "
    count = len(re.findall(rb"(?:\n)\d+ 0 obj\n", data))
    assert count == len(re.findall(rb"\nendobj\n", data)) == document.trailer["/Size"] - 1


def test_forms_do_not_contain_themselves(document: Any) -> None:
    """PDFBox Preflight refuses resources that lead back to themselves."""
    for page in document.pages:
        for form in page.Resources.get("/XObject", {}).values():
            assert "/XObject" not in form.Resources


JARS = [
    Path("/usr/share/java") / f"{name}.jar"
    for name in ("preflight", "pdfbox2", "fontbox2", "xmpbox", "commons-logging", "jaxb-api")
] + [Path("/usr/share/java/javax.activation.jar")]


@pytest.mark.skipif(
    not shutil.which("java") or not all(jar.exists() for jar in JARS),
    reason="PDFBox Preflight is not installed",
)
def test_a_validator_accepts_the_file(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "sheets.pdf"
    path.write_bytes(data)
    validator = "org.apache.pdfbox.preflight.Validator_A1b"
    command = ["java", "-cp", ":".join(map(str, JARS)), validator, path.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "is a valid PDF/A-1b file" in done.stdout, done.stdout + done.stderr


def test_nothing_forbidden(document: Any) -> None:
    """6.1.10 filters, 6.1.11 files, 6.1.12 limits, 6.2.5 form objects, 6.4 transparency, 6.6."""
    for item in document.objects:
        if isinstance(item, pikepdf.Array):
            assert len(item) <= 8191
        if not isinstance(item, pikepdf.Dictionary | pikepdf.Stream):
            continue
        assert not FORBIDDEN & set(item.keys())
        assert item.get("/Filter") in (None, "/FlateDecode")
        if item.get("/Subtype") == "/Form":
            assert not {"/OPI", "/PS", "/Ref"} & set(item.keys())


def test_colours_have_a_meaning(document: Any) -> None:
    """6.2.2 output intent, 6.2.3 only device colours that it explains."""
    (intent,) = document.Root.OutputIntents
    assert intent.S == "/GTS_PDFA1"
    profile = bytes(intent.DestOutputProfile.read_bytes())
    assert intent.DestOutputProfile.N == 3
    srgb = ImageCms.createProfile("sRGB")
    made = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    picture = Image.linear_gradient("L").convert("RGB")
    same = ImageCms.profileToProfile(picture, made, srgb)
    assert same is not None
    assert same.tobytes() == picture.tobytes()
    for page in document.pages:
        operators = {str(op) for _, op in pikepdf.parse_content_stream(page)}
        assert not operators & {"k", "K", "cs", "CS", "sh", "gs"}


def test_fonts_are_whole(document: Any) -> None:
    """6.3.3 composite fonts, 6.3.4 embedding, 6.3.5 subsets, 6.3.6 widths, and ToUnicode."""
    fonts = document.pages[0].Resources.Font
    assert fonts
    for font in fonts.values():
        (descendant,) = font.DescendantFonts
        descriptor = descendant.FontDescriptor
        assert font.BaseFont == descendant.BaseFont == descriptor.FontName
        assert font.Encoding == "/Identity-H"
        places = descendant.CIDToGIDMap.read_bytes()
        program = TTFont(io.BytesIO(descriptor.FontFile2.read_bytes()))
        assert not program.reader.flavor
        order = program.getGlyphOrder()
        widths = dict(zip(descendant.W[::2], (int(w[0]) for w in descendant.W[1::2]), strict=True))
        bits = bytes(descriptor.CIDSet.read_bytes())
        present = {i for i in range(len(bits) * 8) if bits[i // 8] & 0x80 >> i % 8}
        assert set(widths) == present
        for glyph, width in widths.items():
            number = int.from_bytes(places[2 * glyph : 2 * glyph + 2], "big")
            assert program["hmtx"][order[number]][0] == width
        mapped = re.findall(rb"<([0-9A-F]{4})> <", font.ToUnicode.read_bytes())
        assert {int(code, 16) for code in mapped} | {0} == present


def test_metadata_agree(document: Any) -> None:
    """6.7.3 document information is the same in XMP, 6.7.11 the claim."""
    stream = document.Root.Metadata
    assert "/Filter" not in stream
    tree = ET.fromstring(stream.read_bytes().decode("utf-8").split("?>", 1)[1].rsplit("<?", 1)[0])
    found = {element.tag.rsplit("}")[-1]: element for element in tree.iter()}
    information = document.docinfo
    assert set(information.keys()) == {"/Title", "/Author", "/Creator", "/Producer"}
    for key, name in (("/Title", "title"), ("/Author", "creator")):
        (text,) = [item.text for item in found[name].iter(f"{RDF}li")]
        assert str(information[key]) == text
    assert str(information["/Creator"]) == found["CreatorTool"].text
    assert str(information["/Producer"]) == found["Producer"].text
    assert (found["part"].text, found["conformance"].text) == ("1", "B")
    with document.open_metadata() as metadata:
        assert metadata.pdfa_status == "1B"


def test_boxes_lie_inside_each_other() -> None:
    for page in pikepdf.open(io.BytesIO(raw("two-sided"))).pages:
        media, bleed, trim = page.MediaBox, page.BleedBox, page.TrimBox
        outer = [float(v) for v in bleed]
        for i, (a, b) in enumerate(zip(outer, [float(v) for v in trim], strict=True)):
            assert (b - a) * (1 if i < 2 else -1) == pytest.approx(3 * 72 / 25.4, abs=0.01)
        assert 0 <= outer[0] < outer[2] <= float(media[2])


def test_bookmarks_lead_to_the_first_page_of_each_variant() -> None:
    document = pikepdf.open(io.BytesIO(pdf(plan("original", "longo", "bonus-a", count=4))))
    with document.open_outline() as outline:
        found = [(item.title, pikepdf.Page(item.destination[0]).index) for item in outline.root]
    assert found == [("Original", 0), ("Longo", 2), ("Bonus A", 4)]


def test_many_pages_make_a_tree_of_pages() -> None:
    document = pikepdf.open(io.BytesIO(pdf(plan("original", count=2100, per_page=1))))
    assert len(document.pages) == 2100
    assert [int(node.Count) for node in document.Root.Pages.Kids] == [1000, 1000, 100]
