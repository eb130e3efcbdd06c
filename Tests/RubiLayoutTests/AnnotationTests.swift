import Foundation
import RubiMarkup
import RubiShaping
import RubiText
import Testing

@testable import RubiLayout

/// What the annotations of a work do on its lines, in numbers.
final class EffectCounter: PageConsumer {
    var counts: [String: Int] = [:]
    private let style: Style

    init(style: Style) { self.style = style }

    func begin(_ document: DocumentRecord, fonts: FontSet) {}
    func beginPage(_ page: PageRecord) {}
    func endPage() {}
    func end(_ figures: EndRecord) {}

    private func add(_ name: String, _ count: Int = 1) { counts[name, default: 0] += count }

    func line(_ line: borrowing ComposedLine, at place: LinePlace) {
        for run in line.runs {
            let begins = !run.glyphs.isEmpty && line.cluster[run.glyphs.lowerBound] == 0
            switch run.role {
            case .kaeriten: if begins { add("kaeriten") }
            case .okurigana: if begins { add("okurigana") }
            case .emphasis: add("dots", run.glyphs.count)
            case .tateChuYoko: add("tate-chu-yoko")
            case .warichu: add("warichu glyphs", run.glyphs.count)
            case .ruby: if run.side == .under, begins, run.part <= 1 { add("readings under") }
            case .base: if run.size > 65536, line.heading == 0 { add("large runs") }
            case .note, .folio, .header: break
            }
        }
        for rule in line.rules {
            switch rule.kind {
            case .frame: add("frames")
            case .sideLine: add("side lines")
            case .image: add("pictures")
            case .underline, .strike, .grid, .link: break
            }
        }
        guard line.isFirst else { return }
        if line.heading > 0 { add("headings \(line.heading)") }
        let size = line.runs.first { $0.role == .base }?.size ?? 65536
        if size < 65536 { add("small paragraphs") }
        // Where the first character stands, without the blanks that the manuscript itself writes.
        let indent = (line.along.first.map(Int.init) ?? 0) / 65536
        if indent > 0 { add("indented paragraphs") }
        if line.measure < style.measure << 16 { add("short measures") }
    }
}

/// Issue "Japanese line composition": each annotation of five works has its effect on the page. The numbers are those of the annotations in the sources.
@Suite struct AnnotationTests {
    struct Work: CustomTestStringConvertible {
        let name: String
        let effects: [String: Int]
        /// Notes that stay notes: what editors remark on the text.
        var notes: [NoteKind: Int] = [:]
        var testDescription: String { name }
    }

    static let works = [
        // 212 and 272 marks of kanbun, 13 readings at the left, 字下げ, a step of size, a picture.
        Work(
            name: "hokuetsu-seppu-jo",
            effects: ["kaeriten": 212, "okurigana": 272, "readings under": 13, "indented paragraphs": 1, "pictures": 1, "large runs": 1]),
        // 50 notes of 388 characters; 44 annotations mark 176 characters, two 4 of okurigana.
        Work(
            name: "homenko",
            effects: [
                "kaeriten": 272, "okurigana": 15, "warichu glyphs": 388, "dots": 180, "headings 2": 8, "frames": 1, "pictures": 1,
                "indented paragraphs": 55,
            ]),
        // 162 blocks of 字下げ, 小さな文字 and 字詰め, 28 lines of 字下げ; two remarks on the source.
        Work(
            name: "nagatsuka-takashi-kashu-ge",
            effects: [
                "headings 1": 3, "headings 2": 9, "headings 3": 16, "indented paragraphs": 190, "small paragraphs": 162,
                "short measures": 162,
            ],
            notes: [.source: 2]),
        // 33 frames and 86 side lines, two of these over a line's end; one remark beside the text.
        Work(
            name: "ho-ura-kara-hogahi-e",
            effects: ["frames": 33, "side lines": 88, "dots": 20, "okurigana": 10, "kaeriten": 2, "indented paragraphs": 2],
            notes: [.side: 1]),
        // 69 tate-chu-yoko, five annotations of 15 dots, one line to its end.
        Work(name: "asakusa-koen", effects: ["tate-chu-yoko": 69, "dots": 15, "indented paragraphs": 1]),
    ]

    @Test(.enabled(if: Works.arePresent, "the works are not beside the package"), arguments: works)
    func eachHasItsEffect(_ work: Work) throws {
        let file = try #require(Works.files.first { $0.lastPathComponent == work.name + ".txt" })
        var style = Style()
        style.page = PageSize(width: 400 << 16, height: 600 << 16)
        style.lines = 16
        style.measure = 52
        style.lineHeight = .fixed
        let counter = EffectCounter(style: style)
        _ = try Layout(style: style, fonts: FontSet()).run(Manuscript(path: file.path), to: counter)
        for (name, count) in work.effects { #expect(counter.counts[name] == count, "\(name)") }
        let notes = try self.notes(in: file)
        #expect(notes == work.notes)
    }

    private func notes(in file: URL) throws -> [NoteKind: Int] {
        let manuscript = try Manuscript(path: file.path)
        var block = Block()
        var notes: [NoteKind: Int] = [:]
        while manuscript.next(into: &block) {
            for node in block.inline.nodes where node.kind == .note && node.parent >= 0 {
                notes[try #require(NoteKind(rawValue: node.detail)), default: 0] += 1
            }
        }
        return notes
    }
}
