import FuzzSupport
import Glibc
import Rubi

/// Opens arbitrary bytes as a font file and sets a few lines with it: upright, turned and ruby, with outlines, as PDF, SVG and PNG. A font may be refused with a
/// `FontError`; what it draws is its own matter.
let text = Array("漢字《かんじ》がABC、12々〱。\u{304B}\u{3099}葛\u{E0100}".utf8)
var name = Array("/tmp/rubi-fuzz-XXXXXX".utf8CString)
let descriptor = mkstemp(&name)
unlink(name)
let path = "/proc/self/fd/\(descriptor)"

fuzz { input in
    guard let choice = input.first else { return }
    guard ftruncate(descriptor, 0) == 0, input.dropFirst().withUnsafeBytes({ pwrite(descriptor, $0.baseAddress, $0.count, 0) }) >= 0 else { return }
    do throws(FontError) {
        let fonts = try FontSet(chain: [path + (choice & 1 == 0 ? "" : "#1")])
        _ = (fonts.primary.postScriptName, fonts.primary.licence)
        let outliner = try GlyphOutliner(fonts.primary)
        var outline = GlyphOutline()
        for glyph in 0..<UInt32(min(fonts.primary.glyphCount, 16)) { _ = outliner.read(glyph, into: &outline) }
        set(in: fonts, choice)
    } catch { _ = "\(error)" }
}

func set(in fonts: FontSet, _ choice: UInt8) {
    var style = Style()
    style.direction = choice & 2 == 0 ? .vertical : .horizontal
    style.measure = 8
    style.page = PageSize(width: 1 << 23, height: 1 << 23)
    style.lines = 4
    var png = PNGOptions()
    png.dpi = 30
    let format: OutputFormat = [.pdf, .svg, .png, .jsonl][Int(choice >> 2 & 3)]
    do {
        let manuscript = try Manuscript(name: "fuzz", bytes: text)
        _ = try manuscript.typeset(style, fonts: fonts, to: makeWriter(format, png: png) { _ in ByteSink() })
    } catch { _ = "\(error)" }
}
