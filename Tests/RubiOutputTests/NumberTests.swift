import Testing

@testable import RubiOutput

/// What a pen writes.
private func written(_ body: (inout Pen) -> Void) throws -> String {
    let sink = ByteSink()
    var pen = try sink.pen(room: 4096)
    body(&pen)
    sink.commit(pen)
    return String(decoding: sink.takeBytes(), as: UTF8.self)
}

/// The slow way to write thousandths.
private func reference(_ value: Int) -> String {
    let magnitude = value.magnitude
    var text = (value < 0 ? "-" : "") + String(magnitude / 1000)
    var decimals = String(1000 + magnitude % 1000).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    if !decimals.isEmpty { text += "." + decimals }
    return text
}

@Suite struct NumberTests {
    @Test(
        "thousandths: at most three decimals, no exponent, no zeros at the end (output.md)",
        arguments: [
            (0, "0"), (1, "0.001"), (10, "0.01"), (100, "0.1"), (1000, "1"), (-1, "-0.001"), (-1500, "-1.5"), (10500, "10.5"),
            (999_999, "999.999"), (1_000_000, "1000"), (1_000_001, "1000.001"), (1_234_567_890, "1234567.89"),
            (Int.max, "9223372036854775.807"), (Int.min, "-9223372036854775.808"),
        ])
    func table(value: Int, text: String) throws {
        #expect(try written { $0.thousandths(value) } == text)
        #expect(reference(value) == text)
    }

    @Test func integers() throws {
        for value in [0, 7, 10, 99, 100, 999, 1000, 1001, 65535, 999_999, 1_000_000, 12_034_005, Int.max, Int.min, -1] {
            #expect(try written { $0.integer(value) } == String(value))
        }
    }

    @Test("every number below 202,000, and random ones") func exhaustive() throws {
        let sink = ByteSink()
        var values = Array(-2_000..<202_000)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<100_000 {
            values.append(Int.random(in: Int.min...Int.max, using: &generator) >> Int.random(in: 0..<64, using: &generator))
        }
        var expected = ""
        for value in values {
            var pen = try sink.pen(room: Pen.numberRoom + 1)
            pen.thousandths(value)
            pen.byte(0x0A)
            sink.commit(pen)
            expected += reference(value) + "\n"
        }
        #expect(sink.takeBytes() == Array(expected.utf8))
    }

    @Test("points from raw lengths, rounded once, halves up") func scale() {
        var generator = SystemRandomNumberGenerator()
        for size in [10 * 65536 + 32768, 65536, 1000 * 65536, 1, 589_823, 9 * 65536, 688_129] {
            let scale = PointScale(fontSize: size)
            for _ in 0..<4_000 {
                let raw = Int.random(in: -(1 << 45)...(1 << 45), using: &generator) >> Int.random(in: 0..<45, using: &generator)
                let exact = Int128(raw) * Int128(size) * 1000
                let rounded = Int((exact + (1 << 31)) >> 32)
                #expect(scale.thousandths(raw) == rounded, "\(raw) at \(size)")
            }
        }
        // Ten million lines of 1.65 em at 10.5 pt.
        #expect(PointScale(fontSize: 688_128).thousandths(10_000_000 * 108_134) == 173_249_359_131)
        #expect(PointScale.thousandths(points: 688_128) == 10500)
    }
}
