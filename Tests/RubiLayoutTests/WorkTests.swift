import Foundation
import RubiMarkup
import RubiShaping
import RubiText
import Testing

@testable import RubiLayout

/// The works beside the package; the tests over them skip where they are absent.
enum Works {
    static let folders = ["../shared/manuscripts", "../shared/corpus"].map { packageRoot.appendingPathComponent($0) }
    static let files: [URL] = folders.flatMap { folder in
        ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [])
            .filter { $0.pathExtension == "txt" }.sorted { $0.path < $1.path }
    }
    static var arePresent: Bool { !files.isEmpty }
}

/// Every property that a composed line must have, checked as it comes.
final class LineChecker: PageConsumer {
    let style: Style
    var text: [UInt8] = []
    var faults: [String] = []
    /// Lines past their measure.
    var wideLines = 0
    private var previous: [UInt8] = []
    private var previousIsLast = true

    init(style: Style) { self.style = style }

    func begin(_ document: DocumentRecord, fonts: FontSet) {}
    func beginPage(_ page: PageRecord) {}
    func endPage() {}
    func end(_ figures: EndRecord) {}

    func line(_ line: borrowing ComposedLine, at place: LinePlace) {
        guard place.matter == .body else { return }
        text += line.text
        checkMeasure(line)
        checkKinsoku(line)
        checkRuby(line)
        previous = line.text
        previousIsLast = line.isLast
    }

    private func fault(_ what: String, _ line: borrowing ComposedLine) {
        if faults.count < 5 { faults.append("\(what): \(String(decoding: line.text, as: UTF8.self))") }
    }

    /// No line passes its measure, but by a mark that hangs (L25).
    private func checkMeasure(_ line: borrowing ComposedLine) {
        if line.advance > line.measure + 1 { wideLines += 1 }
    }

    /// L20: no line begins with what may not, unless its paragraph does.
    private func checkKinsoku(_ line: borrowing ComposedLine) {
        guard !previousIsLast, let first = String(decoding: line.text, as: UTF8.self).unicodeScalars.first else { return }
        let forbidden = "、。，．）」』】〕》〉］｝ーっゃゅょッャュョ々ゝゞヽヾ！？・：；"
        if forbidden.unicodeScalars.contains(first) { fault("begins with \(first)", line) }
        if let last = String(decoding: previous, as: UTF8.self).unicodeScalars.last, "（「『【〔《〈［｛".unicodeScalars.contains(last) {
            fault("the line before ends with \(last)", line)
        }
    }

    /// Readings of one side never overlap, and stand within the line.
    private func checkRuby(_ line: borrowing ComposedLine) {
        for side in [Side.over, .under] {
            var end = -1 << 40
            for run in line.runs where run.role == .ruby && run.side == side {
                for glyph in run.glyphs {
                    if Int(line.along[glyph]) < end - 2 { fault("ruby overlaps at \(line.along[glyph])", line) }
                    end = Int(line.along[glyph]) + Int(line.advanceOf[glyph])
                }
            }
            if line.advance <= line.measure + 1, end > line.measure + 2 { fault("ruby past the measure", line) }
        }
        for run in line.runs where run.role == .ruby {
            if let first = run.glyphs.first, line.along[first] < 0 { fault("ruby before the line", line) }
        }
        checkCentres(line)
    }

    /// The centre of each reading lies within its base.
    private func checkCentres(_ line: borrowing ComposedLine) {
        for run in line.runs where run.role == .ruby && !run.glyphs.isEmpty {
            let first = run.glyphs.lowerBound, last = run.glyphs.upperBound - 1
            let centre = (Int(line.along[first]) + Int(line.along[last]) + Int(line.advanceOf[last])) / 2
            var low = Int.max, high = Int.min
            for base in line.runs where base.role != .ruby && base.role != .emphasis && base.role != .kaeriten && base.role != .okurigana {
                for glyph in base.glyphs where run.base.contains(Int(line.cluster[glyph])) {
                    low = min(low, Int(line.along[glyph]))
                    high = max(high, Int(line.along[glyph]) + Int(line.advanceOf[glyph]))
                }
            }
            if low <= high, centre < low || centre > high, run.side == .over { fault("reading off its base", line) }
        }
    }
}

/// The base text of a manuscript, from the tree: what its lines must spell.
func baseText(of file: URL) throws -> [UInt8] {
    let manuscript = try Manuscript(path: file.path)
    var block = Block()
    var text: [UInt8] = []
    func add(_ index: Int32, _ tree: InlineTree) {
        let node = tree.nodes[Int(index)]
        if node.kind == .text {
            for scalar in tree.scalars[node.text.indices] { UTF8Text.append(scalar == 9 ? 0x3000 : scalar, to: &text) }
        }
        if node.kind == .gaiji { UTF8Text.append(0x3013, to: &text) }
        var child = node.firstChild
        while child >= 0 {
            add(child, tree)
            child = tree.nodes[Int(child)].next
        }
    }
    while manuscript.next(into: &block) {
        if block.kind == .paragraph || block.kind == .heading { add(0, block.inline) }
    }
    return text
}

/// One way to set a work.
struct Setting: CustomTestStringConvertible {
    var direction: Style.Direction
    var breaker: Style.Breaker
    var hang: Style.Hang
    var measure: Int
    var testDescription: String { "\(direction) \(breaker) \(hang) \(measure)" }

    var style: Style {
        var style = Style()
        style.direction = direction
        style.breaker = breaker
        style.hang = hang
        style.measure = measure
        style.lineHeight = .fixed
        return style
    }

    static let all: [Setting] = [Style.Direction.vertical, .horizontal].flatMap { direction in
        [Style.Breaker.greedy, .optimal].flatMap { breaker in
            [Style.Hang.none, .allow].flatMap { hang in
                [20, 40, 52].map { Setting(direction: direction, breaker: breaker, hang: hang, measure: $0) }
            }
        }
    }
}

@Suite struct WorkTests {
    /// Every character once and in order; the measure and kinsoku kept; readings over their bases, none over another. All works in all settings with
    /// `RUBI_ALL=1` (in a release build); else every fourth work, in one setting, so that the whole stays within a minute. The command's tests set them all.
    @Test(.enabled(if: Works.arePresent, "the works are not beside the package"), arguments: Setting.all.indices)
    func properties(_ index: Int) throws {
        let all = ProcessInfo.processInfo.environment["RUBI_ALL"] != nil
        let setting = Setting.all[index]
        let fonts = try FontSet()
        for (number, file) in Works.files.enumerated() where all || number % (4 * Setting.all.count) == index {
            let size = (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
            if !all, size > 100_000 { continue }
            let checker = LineChecker(style: setting.style)
            let layout = Layout(style: setting.style, fonts: fonts)
            _ = try layout.run(Manuscript(path: file.path), to: checker)
            #expect(checker.faults.isEmpty, "\(file.lastPathComponent): \(checker.faults)")
            // L35: what is wider than its line is set as it is, and said.
            let wide: Set<DiagnosticCode> = [.widerThanLine, .rubyWiderThanLine]
            #expect(checker.wideLines == layout.problems.count { wide.contains($0.code) }, "\(file.lastPathComponent)")
            #expect(checker.text == (try baseText(of: file)), "\(file.lastPathComponent)")
        }
    }
}
