import Foundation
import RubiText
import Testing

@testable import RubiMarkup

/// Conversion of real works, where they are present (`Works`).
@Suite struct WorksConvertTests {
    /// M130: the same dialect in the same encoding is the same bytes; through UTF-8 and back too.
    @Test func sameDialectIsTheSameBytes() throws {
        for path in Works.all {
            let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
            var options = ConvertOptions(target: .aozora)
            options.encoding = .cp932
            #expect(try convert(bytes, from: nil, options).bytes == bytes, "\(path)")
            options.encoding = .utf8
            let inUTF8 = try convert(bytes, from: nil, options).bytes
            options.encoding = .cp932
            #expect(try convert(inUTF8, from: .aozora, options).bytes == bytes, "\(path), through UTF-8")
        }
    }

    /// What is written in each dialect is read as the same text, readings and annotations, but for what the dialect loses.
    @Test(arguments: Dialect.allCases)
    func readsWhatItWrites(_ dialect: Dialect) throws {
        // The smaller works, and some of the others: what is large is more of the same.
        let works = Works.all.enumerated().filter { $0.offset % 7 == 0 || $0.offset < 16 }.map(\.element)
        for path in works {
            let manuscript = try Manuscript(path: path)
            guard manuscript.byteCount < 100_000 else { continue }
            var collector = TestBlockCollector()
            var block = Block()
            while manuscript.next(into: &block) { collector.add(block) }
            let document = RoundTripTests.prepared(collector.blocks, for: dialect)
            let written = try RoundTripTests.write(document, dialect)
            let expected = RoundTripTests.lossTable(dialect)(document).map(\.description)
            let found = try RoundTripTests.read(written, dialect).map(\.description)
            guard expected != found else { continue }
            Issue.record("\(path) in \(dialect): \(RoundTripTests.difference(expected, found))")
        }
    }
}
