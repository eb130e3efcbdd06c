#!/usr/bin/python3
"""Makes Tests/Fonts/RubiTest.ttf, the font of the tests: plain metrics, so that expected places can be reckoned by hand.

1000 units an em. Every glyph is 1000 wide and 1000 high, but printable ASCII and half-width katakana, which are 500 wide. The em box is
880 above and 120 below the base line. A glyph shows the code point of its character, so that a page can be read; `vert` forms have a bar
at the right, `ruby` forms one at the foot. The same bytes at every run.

    Fonts/make-test-font.py [OUTPUT]
"""

import pathlib
import sys

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

EM, ASCENT, DESCENT, HALF = 1000, 880, -120, 500
# Seconds from 1904 to 2026-01-01: the font carries no time of its making.
MADE = 3850070400

OPENING = "‘“⦅〈《「『【〔〖〘〝（［｛｟"
CLOSING = "’”⦆〉》」』】〕〗〙〞〟）］｝｠"
MIDDLE_DOTS = "・：；"
STOPS_AND_COMMAS = "。．、，"
SMALL_KANA = "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ"
OTHER_VERTICAL = "ー゠〜～＝｜＿￣—―…‥→←↑↓"
# One glyph for four characters: a rule that reaches further than one neighbour.
LONG_SEQUENCE = "┏━┳┓"
BEYOND_JIS = "〱〲〳〴〵﹅﹆●○▲△◎◉×•・゙゚\u00a0\ufffd"
# Segments of a digit: where its bar stands in a box of 160 × 300.
SEGMENTS = {
    "a": (0, 270, 160, 300), "b": (130, 150, 160, 300), "c": (130, 0, 160, 150), "d": (0, 0, 160, 30),
    "e": (0, 0, 30, 150), "f": (0, 150, 30, 300), "g": (0, 135, 160, 165),
}
DIGITS = ["abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg", "abcefg", "cdefg", "adef", "bcdeg", "adefg", "aefg"]


def jis_characters():
    """Every single character of JIS X 0208 and 0213, CP932 and JIS X 0201's katakana, and the sequences that JIS X 0213 has as one."""
    single, sequences = set(BEYOND_JIS + OPENING + CLOSING + MIDDLE_DOTS + STOPS_AND_COMMAS + SMALL_KANA + OTHER_VERTICAL), []
    plane_2_rows = [1, 3, 4, 5, 8, 12, 13, 14, 15, *range(78, 95)]
    for prefix, rows in ((b"", range(1, 95)), (b"\x8f", plane_2_rows)):
        for row in rows:
            for cell in range(1, 95):
                try:
                    text = (prefix + bytes([row + 0xA0, cell + 0xA0])).decode("euc_jis_2004")
                except UnicodeDecodeError:
                    continue
                single.add(text) if len(text) == 1 else sequences.append(text)
    for lead in range(0x81, 0xFD):
        for trail in range(0x40, 0xFD):
            try:
                text = bytes([lead, trail]).decode("cp932")
            except UnicodeDecodeError:
                continue
            if len(text) == 1 and not 0xE000 <= ord(text) < 0xF900:
                single.add(text)
    single.update(chr(code) for code in range(0x20, 0x7F))
    single.update(chr(code) for code in range(0xFF61, 0xFFA0))
    sequences.append(LONG_SEQUENCE)
    return sorted(map(ord, single)), sequences


def is_half_width(code):
    return 0x20 <= code < 0x7F or 0xFF61 <= code <= 0xFF9F


def name_of(code):
    return f"u{code:04X}"


def add_box(pen, left, bottom, right, top):
    pen.moveTo((left, bottom))
    for point in ((left, top), (right, top), (right, bottom)):
        pen.lineTo(point)
    pen.closePath()


def simple_glyph(*boxes):
    pen = TTGlyphPen(None)
    for box in boxes:
        add_box(pen, *box)
    return pen.glyph()


def frame(width):
    """The outline of a character's box, as a ring: the inner contour runs the other way."""
    pen = TTGlyphPen(None)
    add_box(pen, 40, -80, width - 40, 840)
    inner = ((60, -60), (width - 60, -60), (width - 60, 820), (60, 820))
    pen.moveTo(inner[0])
    for point in inner[1:]:
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()


def labelled(code, glyphs, bar=None):
    """A frame with the code point in it, two or three digits a row."""
    half = is_half_width(code)
    pen = TTGlyphPen(glyphs)
    pen.addComponent("frame.half" if half else "frame", (1, 0, 0, 1, 0, 0))
    digits = f"{code & 0xFF:02X}" if half else f"{code:04X}"
    per_row = 1 if half else (2 if len(digits) == 4 else 3)
    step, left = (0, 170) if half else (290, 275) if per_row == 2 else (240, 170)
    for place, digit in enumerate(digits):
        row, column = divmod(place, per_row)
        pen.addComponent(f"digit.{digit}", (1, 0, 0, 1, left + column * step, 450 - row * 400))
    if bar:
        pen.addComponent(bar, (1, 0, 0, 1, 0, 0))
    return pen.glyph()


def build():
    codes, sequences = jis_characters()
    glyphs = {".notdef": simple_glyph((40, -80, 960, -20), (40, 780, 960, 840), (40, -20, 100, 780), (900, -20, 960, 780))}
    widths = {".notdef": EM}
    parts = {"frame": frame(EM), "frame.half": frame(HALF), "bar.vert": simple_glyph((860, -40, 920, 800)), "bar.ruby": simple_glyph((80, -60, 920, 0))}
    for digit, segments in enumerate(DIGITS):
        parts[f"digit.{digit:X}"] = simple_glyph(*(SEGMENTS[segment] for segment in segments))
    for name, glyph in parts.items():
        glyphs[name], widths[name] = glyph, EM
    blank = {0x20, 0xA0, 0x3000}
    for code in codes:
        glyphs[name_of(code)] = simple_glyph() if code in blank else labelled(code, glyphs)
        widths[name_of(code)] = HALF if is_half_width(code) else EM

    def derive(code, suffix, bar):
        name = f"{name_of(code)}.{suffix}"
        glyphs[name], widths[name] = labelled(code, glyphs, bar), widths[name_of(code)]
        return f"{name_of(code)} by {name}"

    ligatures = []
    for sequence in sequences:
        name = "_".join(name_of(ord(scalar)) for scalar in sequence)
        glyphs[name], widths[name] = labelled(ord(sequence[0]), glyphs, "bar.ruby"), EM
        ligatures.append(f"sub {' '.join(name_of(ord(scalar)) for scalar in sequence)} by {name};")
    brackets = OPENING + CLOSING + MIDDLE_DOTS + STOPS_AND_COMMAS
    vertical = sorted(set(map(ord, brackets + SMALL_KANA + OTHER_VERTICAL)))
    kana = [code for code in codes if 0x3041 <= code <= 0x3096 or 0x309D <= code <= 0x309F or 0x30A1 <= code <= 0x30FA or 0x30FC <= code <= 0x30FF]
    vert = [f"sub {derive(code, 'vert', 'bar.vert')};" for code in vertical]
    ruby = [f"sub {derive(code, 'ruby', 'bar.ruby')};" for code in kana]
    # A ruby kana that has a vertical form keeps to it: `vert` stands after `ruby`.
    for code in sorted(set(vertical) & set(kana)):
        name = f"{name_of(code)}.ruby.vert"
        glyphs[name], widths[name] = labelled(code, glyphs, "bar.vert"), EM
        vert.append(f"sub {name_of(code)}.ruby by {name};")

    def halves(axis, suffix):
        # (placement at the start, the same for middle dots), in units along the line; the advance loses half an em.
        sign = -1 if axis == "X" else 1
        lines = []
        for characters, shift in ((OPENING, 500), (MIDDLE_DOTS, 250), (CLOSING + STOPS_AND_COMMAS, 0)):
            for character in characters:
                name = name_of(ord(character)) + suffix
                place = sign * shift
                record = f"<{place} 0 -500 0>" if axis == "X" else f"<0 {place} 0 -500>"
                lines.append(f"pos {name} {record};")
        return lines

    features = "\n".join([
        "languagesystem DFLT dflt; languagesystem kana dflt; languagesystem hani dflt; languagesystem latn dflt;",
        "feature ccmp {", *ligatures, "} ccmp;", "feature ruby {", *ruby, "} ruby;", "feature vert {", *vert, "} vert;",
        "feature halt {", *halves("X", ""), "} halt;", "feature vhal {", *halves("Y", ""), *halves("Y", ".vert"), "} vhal;",
        "table BASE {",
        "HorizAxis.BaseTagList ideo romn; HorizAxis.BaseScriptList DFLT ideo -120 0, hani ideo -120 0, kana ideo -120 0, latn romn -120 0;",
        "VertAxis.BaseTagList ideo romn; VertAxis.BaseScriptList DFLT ideo 0 120, hani ideo 0 120, kana ideo 0 120, latn romn 0 120;",
        "} BASE;",
    ])

    builder = FontBuilder(EM, isTTF=True)
    builder.font.recalcTimestamp = False
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({code: name_of(code) for code in codes})
    builder.setupGlyf(glyphs)
    table = builder.font["glyf"]
    builder.setupHorizontalMetrics({name: (widths[name], getattr(table[name], "xMin", 0)) for name in glyphs})
    builder.setupVerticalMetrics({name: (EM, ASCENT - getattr(table[name], "yMax", ASCENT)) for name in glyphs})
    builder.setupHorizontalHeader(ascent=ASCENT, descent=DESCENT)
    builder.setupVerticalHeader(ascent=HALF, descent=-HALF)
    builder.setupNameTable({
        "copyright": "Made by Fonts/make-test-font.py; MIT licence, as rubi.", "familyName": "RubiTest", "styleName": "Regular",
        "uniqueFontIdentifier": "RubiTest-1", "fullName": "RubiTest", "version": "Version 1.000", "psName": "RubiTest-Regular",
        "licenseDescription": "MIT",
    }, mac=False)
    builder.setupOS2(version=4, sTypoAscender=ASCENT, sTypoDescender=DESCENT, sTypoLineGap=0, usWinAscent=ASCENT, usWinDescent=-DESCENT, achVendID="RUBI", fsSelection=0xC0)
    builder.setupPost(keepGlyphNames=False)
    builder.setupHead(unitsPerEm=EM, created=MADE, modified=MADE)
    addOpenTypeFeaturesFromString(builder.font, features)
    return builder.font


if __name__ == "__main__":
    default = pathlib.Path(__file__).resolve().parent.parent / "Tests" / "Fonts" / "RubiTest.ttf"
    build().save(sys.argv[1] if len(sys.argv) > 1 else default)
