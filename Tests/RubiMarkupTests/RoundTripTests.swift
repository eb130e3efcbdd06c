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
            let index = zip(expected, found).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(expected.count, found.count)
            let pair = (index < expected.count ? expected[index] : "nothing", index < found.count ? found[index] : "nothing")
            Issue.record("\(dialect), seed \(seed): expected \(pair.0), found \(pair.1), in:\n\(String(decoding: written, as: UTF8.self))")
            if failures > 3 { return }
        }
    }

    private static func lossTable(_ dialect: Dialect) -> ([TestBlock]) -> [TestBlock] {
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
    private static func prepared(_ blocks: [TestBlock], for dialect: Dialect) -> [TestBlock] {
        blocks.flatMap { block -> [TestBlock] in
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

    private static func write(_ document: [TestBlock], _ dialect: Dialect) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try Conversion.write(TestBlockMaker.blocks(document), ConvertOptions(target: dialect)) { bytes += $0 }
        return bytes
    }

    private static func read(_ bytes: [UInt8], _ dialect: Dialect) throws -> [TestBlock] {
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
