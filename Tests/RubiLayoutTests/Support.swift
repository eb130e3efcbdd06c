import Foundation
import RubiMarkup
import RubiShaping
import RubiText

@testable import RubiLayout

/// A composed line and where it stands.
struct SetLine {
    var line: ComposedLine
    var place: LinePlace

    var text: String { String(decoding: line.text, as: UTF8.self) }

    /// Glyph origins along the line, in thousandths of an em, of the runs that `choose` picks.
    func along(_ choose: (ComposedRun) -> Bool) -> [Double] {
        line.runs.filter(choose).flatMap { line.along[$0.glyphs].map { thousandths(Int($0)) } }
    }

    /// The same across the line, towards its over side.
    func across(_ choose: (ComposedRun) -> Bool) -> [Double] {
        line.runs.filter(choose).flatMap { line.across[$0.glyphs].map { thousandths(Int($0)) } }
    }

    var base: [Double] { along { $0.role == .base } }
    var ruby: [Double] { along { $0.role == .ruby && $0.side == .over } }
    var under: [Double] { along { $0.role == .ruby && $0.side == .under } }
    var marks: [Double] { along { $0.role == .emphasis } }
    var advance: Double { thousandths(line.advance) }
}

func thousandths(_ raw: Int) -> Double { (Double(raw) * 1000 / 65536 * 1000).rounded() / 1000 }

/// Keeps everything that is composed.
final class Recorder: PageConsumer {
    var lines: [SetLine] = []
    var pages: [PageRecord] = []

    func begin(_ document: DocumentRecord, fonts: FontSet) {}
    func beginPage(_ page: PageRecord) { pages.append(page) }
    func line(_ line: borrowing ComposedLine, at place: LinePlace) { lines.append(SetLine(line: copy line, place: place)) }
    func endPage() {}
    func end(_ figures: EndRecord) {}
}

/// What `set` gives back.
struct Outcome {
    var lines: [SetLine]
    var pages: [PageRecord]
    var figures: EndRecord
    var problems: [CompositionProblem]

    var texts: [String] { lines.map(\.text) }
    var first: SetLine { lines[0] }
}

/// Sets `input` with the test font, every glyph of which is an em wide but for ASCII, unjustified, on no page.
func set(_ input: String, _ dialect: Dialect = .aozora, _ change: (inout Style) -> Void = { _ in }) throws -> Outcome {
    var style = Style()
    style.measure = 60
    style.justify = false
    change(&style)
    var options = ReadingOptions()
    options.dialect = dialect
    let manuscript = try Manuscript(name: "test", bytes: Array(input.utf8), options: options)
    let recorder = Recorder()
    let fonts = try FontSet(chain: [packageRoot.appendingPathComponent("Tests/Fonts/RubiTest.ttf").path])
    let layout = Layout(style: style, fonts: fonts)
    let figures = try layout.run(manuscript, to: recorder)
    return Outcome(lines: recorder.lines, pages: recorder.pages, figures: figures, problems: layout.problems)
}

func near(_ found: [Double], _ wanted: [Double]) -> Bool { near([found], [wanted]) }

/// Points as `PageSize` has them.
func points(_ value: Int) -> Int { value * 65536 }
