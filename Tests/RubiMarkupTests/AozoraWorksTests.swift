import Foundation
import RubiText
import Testing

@testable import RubiMarkup

/// Real works, which are no part of the project: `../shared` beside the package, where it is present.
enum Works {
    static let all: [String] = {
        let shared = MarkupCase.folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("shared")
        return ["manuscripts", "corpus"].flatMap { name -> [String] in
            let folder = shared.appendingPathComponent(name)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return names.filter { $0.hasSuffix(".txt") }.sorted().map { folder.appendingPathComponent($0).path }
        }
    }()
}

private func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

/// Every work is told for what it is, and its text comes out whole: each character once, in order.
@Test func works() throws {
    guard !Works.all.isEmpty else {
        note("skipped: no works in ../shared")
        return
    }
    var annotations = 0
    var unknown = 0
    for path in Works.all {
        let manuscript = try Manuscript(path: path)
        #expect(manuscript.dialect == .aozora, "\(path)")
        #expect(manuscript.encoding == .cp932, "\(path)")
        #expect(manuscript.meta.title != nil, "\(path)")
        let lines = try sourceLines(path)
        let read = baseText(of: manuscript)
        #expect(!manuscript.meta.colophon.isEmpty, "\(path)")
        let errors = manuscript.diagnostics.filter { $0.code.severity == .error }
        #expect(errors.isEmpty, "\(path): \(errors.map(describe))")
        unknown += manuscript.diagnostics.filter { $0.code == .unknownAnnotation }.count
        for index in bodyLines(lines) {
            let wanted = bareText(lines[index])
            annotations += wanted.annotations
            let found = read[index + 1] ?? []
            if wanted.text != found, !isSame(wanted.text, found, lines[index]) {
                Issue.record("\(path):\(index + 1): \(string(found[...])) instead of \(string(wanted.text[...]))")
            }
        }
    }
    #expect(unknown * 100 < annotations, "\(unknown) of \(annotations) annotations are not understood")
    note("\(Works.all.count) works, \(unknown) of \(annotations) annotations not understood")
}

private func sourceLines(_ path: String) throws -> [[UInt32]] {
    let source = try SourceText(path: path)
    try source.decideEncoding(.cp932)
    var line = SourceLine()
    var lines: [[UInt32]] = []
    while source.readLine(into: &line) { lines.append(line.scalars) }
    return lines
}

private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

/// Indices of the lines between the legend, or else the header, and the colophon.
private func bodyLines(_ lines: [[UInt32]]) -> Range<Int> {
    func isRule(_ line: [UInt32]) -> Bool { line.count >= 10 && line.allSatisfy { $0 == 0x2D } }
    let end = lines.firstIndex { $0.starts(with: scalars("底本：")) } ?? lines.count
    let rules = lines.indices.filter { isRule(lines[$0]) }
    let hasLegend = rules.count > 1 && lines.contains(scalars("【テキスト中に現れる記号について】"))
    let start = hasLegend ? rules[1] + 1 : lines.firstIndex { $0.isEmpty } ?? 0
    return start..<max(start, end)
}

/// The base text of each line as it was read, with ※ for what the source spells with ※.
private func baseText(of manuscript: Manuscript) -> [Int: [UInt32]] {
    var lines: [Int: [UInt32]] = [:]
    var block = Block()
    while manuscript.next(into: &block) {
        let tree = block.inline
        let bytes = manuscript.bytes(in: block.source)
        var text: [UInt32] = []
        var lastMark = -1
        var node = tree.following(0)
        while node > 0 {
            let fields = tree.nodes[Int(node)]
            if fields.kind == .gaiji { text.append(0x203B) }
            var i = fields.kind == .text ? Int(fields.text.lower) : Int(fields.text.upper)
            while i < Int(fields.text.upper) {
                let offset = tree.sourceStart + Int(tree.offsets[i]) - block.source.lowerBound
                let isMark = bytes[offset] == 0x81 && bytes[offset + 1] == 0xA6
                if !isMark { text.append(tree.scalars[i]) } else if offset != lastMark { text.append(0x203B) }
                lastMark = isMark ? offset : -1
                i += 1
            }
            node = tree.following(node)
        }
        lines[block.line, default: []] += text
    }
    return lines
}

/// What a line says without its markup, found another way: annotations, readings and bars taken out; and how many annotations it has.
private func bareText(_ line: [UInt32]) -> (text: [UInt32], annotations: Int) {
    let (open, close, bar): (UInt32, UInt32, UInt32) = (0x300A, 0x300B, 0xFF5C)
    var text: [UInt32] = []
    var annotations = 0
    var depth = 0
    var inReading = false
    var i = 0
    while i < line.count {
        let scalar = line[i]
        if scalar == 0xFF3B, i + 1 < line.count, line[i + 1] == 0xFF03 {
            depth += 1
            annotations += 1
        }
        if depth == 0, scalar == open { inReading = true }
        let beginsBase = scalar == bar && line[(i + 1)...].first { $0 == bar || $0 == open } == open
        if depth == 0, !inReading, !beginsBase { text.append(scalar) }
        if depth == 0, scalar == close { inReading = false }
        if scalar == 0xFF3D, depth > 0 { depth -= 1 }
        i += 1
    }
    return (text, annotations)
}

/// Whether two texts differ only in what is spelled otherwise in the source: くの字点, accents, and what M71a replaces.
private func isSame(_ wanted: [UInt32], _ found: [UInt32], _ line: [UInt32]) -> Bool {
    let marked = string(wanted[...]).replacing("／＼", with: "〱").replacing("／″＼", with: "〲")
    return string(line[...]).contains("はローマ数字") || folded(marked) == folded(string(found[...]))
}

/// Without the marks of accents, in either form.
private func folded(_ text: String) -> String {
    let marks: Set<Unicode.Scalar> = ["〔", "〕", "`", "'", "^", "~", ":", "&", ",", "/", "_"]
    let plain = text.replacing("æ", with: "ae").replacing("œ", with: "oe").replacing("ß", with: "s")
    let scalars = plain.decomposedStringWithCanonicalMapping.unicodeScalars.filter { !marks.contains($0) && !(0x300...0x36F ~= $0.value) }
    return String(String.UnicodeScalarView(scalars))
}
