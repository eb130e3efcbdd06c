import Foundation
import RubiMarkup
import RubiShaping
import RubiText
import Testing

@testable import RubiLayout

/// The root of the package.
let packageRoot = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// One case of a table in Tests/Cases, composed in the process itself.
struct LayoutCase: CustomTestStringConvertible, @unchecked Sendable {
    let id: String
    let input: String
    let dialect: String
    let options: [String: String]
    let expected: [String: Any]

    var testDescription: String { id }

    static func all(_ name: String) -> [LayoutCase] {
        let file = packageRoot.appendingPathComponent("Tests/Cases/\(name).json")
        guard let data = try? Data(contentsOf: file), let list = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]] else {
            return []
        }
        return list.map { object in
            LayoutCase(
                id: object["id"] as? String ?? "?", input: object["input"] as? String ?? "", dialect: object["dialect"] as? String ?? "",
                options: (object["options"] as? [String: Any] ?? [:]).mapValues { "\($0)" },
                expected: object["expected"] as? [String: Any] ?? [:])
        }
    }

    var style: Style {
        var style = Style()
        style.fontSize = 1000 * 65536
        style.measure = Int(options["measure"] ?? "60") ?? 60
        style.direction = options["direction"].flatMap(Style.Direction.init) ?? .vertical
        style.rubyAlign = options["ruby-align"].flatMap(Style.RubyAlign.init) ?? .even
        style.rubyEndCap = style.rubyAlign == .jis ? Length(thousandths: 500) : nil
        style.rubyOverhang = options["ruby-overhang"].flatMap(Style.Overhang.init) ?? .kana
        style.rubyEdge = options["ruby-edge"].flatMap(Style.RubyEdge.init) ?? .ruby
        style.rubyBreak = options["ruby-break"].flatMap(Style.RubyBreak.init) ?? .keep
        style.rubyKana = options["ruby-kana"].flatMap(Style.RubyKana.init) ?? .small
        style.jukugo = options["jukugo"].flatMap(Style.JukugoMethod.init) ?? .simple
        style.kinsoku = options["kinsoku"].flatMap(Style.Kinsoku.init) ?? .strict
        style.hang = options["hang"].flatMap(Style.Hang.init) ?? .none
        style.bracketIndent = options["bracket-indent"].flatMap(Style.BracketIndent.init) ?? .half
        style.justify = options["justify"] != "off"
        if options["ruby-size"] == "third" { style.rubyCondensation = 43691 }
        return style
    }

    func compose(_ style: Style) throws -> Composed {
        let fonts = try FontSet(chain: [packageRoot.appendingPathComponent("Tests/Fonts/RubiTest.ttf").path])
        var options = ReadingOptions()
        options.dialect = Dialect(rawValue: dialect)
        let manuscript = try Manuscript(name: "case", bytes: Array(input.utf8), options: options)
        let recorder = Composed()
        _ = try Layout(style: style, fonts: fonts).run(manuscript, to: recorder)
        return recorder
    }
}

/// Records lines in thousandths of an em from each line's start.
final class Composed: PageConsumer {
    var lines: [(text: String, advance: Double, base: [Double])] = []
    var over: [Int: [Double]] = [:]
    var under: [Int: [Double]] = [:]
    var composed: [ComposedLine] = []

    func begin(_ document: DocumentRecord, fonts: FontSet) {}
    func beginPage(_ page: PageRecord) {}
    func endPage() {}
    func end(_ figures: EndRecord) {}

    func line(_ line: borrowing ComposedLine, at place: LinePlace) {
        func places(_ run: ComposedRun, _ line: borrowing ComposedLine) -> [Double] {
            line.along[run.glyphs].map { Double($0) * 1000 / 65536 }
        }
        var base: [Double] = []
        for run in line.runs {
            switch (run.role, run.side) {
            case (.base, _): base += places(run, line)
            case (.ruby, .over): over[run.ruby, default: []] += places(run, line)
            case (.ruby, .under): under[run.ruby, default: []] += places(run, line)
            default: break
            }
        }
        lines.append((String(decoding: line.text, as: UTF8.self), Double(line.advance) * 1000 / 65536, base))
        composed.append(copy line)
    }

    static func inOrder(_ readings: [Int: [Double]]) -> [[Double]] { readings.sorted { $0.key < $1.key }.map(\.value) }
}

/// Within 0.05, as Tests/Cases/README.md has it.
func near(_ found: [[Double]], _ wanted: [[Double]]) -> Bool {
    found.count == wanted.count && zip(found, wanted).allSatisfy { $0.count == $1.count && zip($0, $1).allSatisfy { abs($0 - $1) <= 0.05 } }
}
