import Foundation
import RubiText
import Testing

@testable import RubiMarkup

/// Random documents written in each dialect and read again (M130): the same tree, but for what the loss table takes.
@Suite struct RoundTripTests {
    /// Documents a dialect; RUBI_ROUND_TRIPS in the environment asks for another number.
    static let count = ProcessInfo.processInfo.environment["RUBI_ROUND_TRIPS"].flatMap { Int($0) } ?? 300

    @Test(arguments: Dialect.allCases)
    func readsWhatItWrites(_ dialect: Dialect) throws {
        var failures = 0
        for seed in 0..<Self.count {
            var random = RandomDocument(seed: seed, without: Self.excluded(dialect), inRuby: Self.excludedInRuby(dialect))
            let document = Self.prepared(random.blocks(), for: dialect)
            let written = try Self.write(document, dialect)
            let expected = Self.lossTable(dialect)(document).map(\.description)
            let found = try Self.read(written, dialect).map(\.description)
            guard expected != found else { continue }
            failures += 1
            Issue.record("\(dialect), seed \(seed): \(Self.difference(expected, found)), in:\n\(String(decoding: written, as: UTF8.self))")
            if failures > 3 { return }
        }
    }

    /// The first place where two lists of blocks differ.
    static func difference(_ expected: [String], _ found: [String]) -> String {
        let index = zip(expected, found).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(expected.count, found.count)
        let (wanted, got) = (index < expected.count ? expected[index] : "nothing", index < found.count ? found[index] : "nothing")
        let start = max(0, zip(wanted, got).prefix { $0 == $1 }.count - 40)
        return "block \(index) is …\(got.dropFirst(start).prefix(120))… instead of …\(wanted.dropFirst(start).prefix(120))…"
    }

    static func lossTable(_ dialect: Dialect) -> ([TestBlock]) -> [TestBlock] {
        switch dialect {
        case .narou, .kakuyomu, .hameln, .alphapolis, .pixiv, .paren, .plain: LineLossTable(dialect: dialect).blocks
        case .aozora, .denden, .vfm, .html, .latex, .typst: LossTable(dialect: dialect).blocks
        }
    }

    /// What a dialect has no way to make literal.
    private static func excluded(_ dialect: Dialect) -> String {
        switch dialect {
        case .alphapolis: "#_"
        case .pixiv: "[]>"
        default: ""
        }
    }

    private static func excludedInRuby(_ dialect: Dialect) -> String {
        switch dialect {
        case .narou, .kakuyomu, .hameln, .alphapolis, .pixiv: "○、 　"
        default: ""
        }
    }

    /// Takes out what a dialect says in a form that is not read again (raw markup), or cannot say at all.
    static func prepared(_ blocks: [TestBlock], for dialect: Dialect) -> [TestBlock] {
        let blocks = dialect == .latex || dialect == .typst ? LossTable.joined(blocks) : blocks
        return blocks.flatMap { block -> [TestBlock] in
            switch block {
            case .mark(.rule): return dialect == .latex ? [] : [block]
            case .paragraph(let nodes, let indent, _?, let isJoined) where dialect == .latex || dialect == .typst:
                return [.paragraph(nodes, indent: indent, end: nil, isJoined: isJoined)]
            case .block(let kind, let n, let m, let children):
                let inner = prepared(children, for: dialect)
                if dialect == .latex, kind == .indent || kind == .hang { return inner }
                // An indent within another replaces it (M61).
                if dialect == .aozora, kind == .indent || kind == .hang { return [.block(kind, n: n, m: m, withoutIndents(inner))] }
                return [.block(kind, n: n, m: m, inner)]
            default: return [block]
            }
        }
    }

    private static func withoutIndents(_ blocks: [TestBlock]) -> [TestBlock] {
        blocks.flatMap { block -> [TestBlock] in
            guard case .block(let kind, let n, let m, let children) = block else { return [block] }
            let inner = withoutIndents(children)
            return kind == .indent || kind == .hang ? inner : [.block(kind, n: n, m: m, inner)]
        }
    }

    static func write(_ document: [TestBlock], _ dialect: Dialect) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try Conversion.write(TestBlockMaker.blocks(document), ConvertOptions(target: dialect)) { bytes += $0 }
        return bytes
    }

    static func read(_ bytes: [UInt8], _ dialect: Dialect) throws -> [TestBlock] {
        var options = ReadingOptions()
        options.dialect = dialect
        options.encoding = .utf8
        options.keepsKunoji = false
        let manuscript = try Manuscript(name: "test", bytes: bytes, options: options)
        var collector = TestBlockCollector()
        var block = Block()
        while manuscript.next(into: &block) { collector.add(block) }
        return collector.blocks
    }
}
