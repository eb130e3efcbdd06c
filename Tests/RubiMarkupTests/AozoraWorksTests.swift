import Foundation
import RubiText
import Testing

@testable import RubiMarkup

/// Real works, which are no part of the project: `../shared` beside the package, where it is present.
enum Works {
    static let all: [String] = {
        let shared = MarkupCase.folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared")
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
            annotations += lines[index].components(separatedBy: "［＃").count - 1
            let wanted = bareText(lines[index])
            let found = read[index + 1] ?? ""
            // What M71a replaces is another character.
            if wanted != found, !lines[index].contains("はローマ数字"), folded(wanted) != folded(found) {
                Issue.record("\(path):\(index + 1): \(found) instead of \(wanted)")
            }
        }
    }
    #expect(unknown * 100 < annotations, "\(unknown) of \(annotations) annotations are not understood")
    note("\(Works.all.count) works, \(unknown) of \(annotations) annotations not understood")
}

private func sourceLines(_ path: String) throws -> [String] {
    let source = try SourceText(path: path)
    try source.decideEncoding(.cp932)
    var line = SourceLine()
    var lines: [String] = []
    while source.readLine(into: &line) { lines.append(string(line.scalars[...])) }
    return lines
}

/// Indices of the lines between the legend, or else the header, and the colophon.
private func bodyLines(_ lines: [String]) -> Range<Int> {
    func isRule(_ line: String) -> Bool { line.count >= 10 && line.allSatisfy { $0 == "-" } }
    let end = lines.firstIndex { $0.hasPrefix("底本：") } ?? lines.count
    let rules = lines.indices.filter { isRule(lines[$0]) }
    let hasLegend = rules.count > 1 && lines.contains("【テキスト中に現れる記号について】")
    let start = hasLegend ? rules[1] + 1 : lines.firstIndex { $0.isEmpty } ?? 0
    return start..<max(start, end)
}

/// The base text of each line as it was read, with ※ for what the source spells with ※.
private func baseText(of manuscript: Manuscript) -> [Int: String] {
    var lines: [Int: String] = [:]
    var block = Block()
    while manuscript.next(into: &block) {
        let tree = block.inline
        let bytes = manuscript.bytes(in: block.source)
        var text = String.UnicodeScalarView()
        var lastMark = -1
        var node = tree.following(0)
        while node > 0 {
            let fields = tree.nodes[Int(node)]
            if fields.kind == .gaiji { text.append("※") }
            for i in fields.kind == .text ? fields.text.indices : 0..<0 {
                let offset = tree.sourceStart + Int(tree.offsets[i]) - block.source.lowerBound
                let isMark = bytes[offset] == 0x81 && bytes[offset + 1] == 0xA6
                if !isMark { text.append(Unicode.Scalar(tree.scalars[i]) ?? "?") } else if offset != lastMark { text.append("※") }
                lastMark = isMark ? offset : -1
            }
            node = tree.following(node)
        }
        lines[block.line, default: ""] += String(text)
    }
    return lines
}

/// What a line says without its markup, found another way: annotations, readings and bars taken out.
private func bareText(_ line: String) -> String {
    let scalars = Array(line.unicodeScalars)
    var text = String.UnicodeScalarView()
    var depth = 0
    var inReading = false
    for (i, scalar) in scalars.enumerated() {
        if scalar == "［", i + 1 < scalars.count, scalars[i + 1] == "＃" { depth += 1 }
        if depth == 0, scalar == "《" { inReading = true }
        let beginsBase = scalar == "｜" && scalars[(i + 1)...].first { $0 == "｜" || $0 == "《" } == "《"
        if depth == 0, !inReading, !beginsBase { text.append(scalar) }
        if depth == 0, scalar == "》" { inReading = false }
        if scalar == "］", depth > 0 { depth -= 1 }
    }
    return String(text).replacing("／＼", with: "〱").replacing("／″＼", with: "〲")
}

/// Without the marks of accents, in either form.
private func folded(_ text: String) -> String {
    let marks: Set<Unicode.Scalar> = ["〔", "〕", "`", "'", "^", "~", ":", "&", ",", "/", "_"]
    let plain = text.replacing("æ", with: "ae").replacing("œ", with: "oe").replacing("ß", with: "s")
    let scalars = plain.decomposedStringWithCanonicalMapping.unicodeScalars.filter { !marks.contains($0) && !(0x300...0x36F ~= $0.value) }
    return String(String.UnicodeScalarView(scalars))
}
