import RubiText

/// Kinds of things that a dialect may have no way to say; each is reported once (M134).
enum LostKind: UInt8, CaseIterable {
    case ruby, dividedRuby, underReading, emphasis, sideLine, style, tateChuYoko, horizontal, warichu, kanbun, frame, caption, image, note,
        link
    case pageReference, raw, quote, alignment, rule, legend, gaiji

    /// What the message names.
    var name: String {
        switch self {
        case .ruby: "this ruby"
        case .dividedRuby: "the division of ruby"
        case .underReading: "readings under the line"
        case .emphasis: "emphasis marks"
        case .sideLine: "side lines"
        case .style: "this style"
        case .tateChuYoko: "tate-chu-yoko"
        case .horizontal: "horizontal text"
        case .warichu: "warichu"
        case .kanbun: "kanbun marks"
        case .frame: "frames"
        case .caption: "captions"
        case .image: "images"
        case .note: "notes"
        case .link: "links"
        case .pageReference: "page references"
        case .raw: "markup of another language"
        case .quote: "quotations"
        case .alignment: "alignment"
        case .rule: "rules"
        case .legend: "the legend of the notation"
        case .gaiji: "unknown characters"
        }
    }
}

/// A piece of text to be written, with the byte of the source that each character came from.
struct CharacterRun {
    var scalars: [UInt32] = []
    var offsets: [Int] = []

    var isEmpty: Bool { scalars.isEmpty }

    mutating func removeAll() {
        scalars.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
    }

    mutating func append(_ tree: InlineTree, _ range: ScalarRange) {
        scalars.append(contentsOf: tree.scalars[range.indices])
        for offset in tree.offsets[range.indices] { offsets.append(tree.sourceStart + Int(offset)) }
    }

    mutating func append(_ scalar: UInt32, at offset: Int) {
        scalars.append(scalar)
        offsets.append(offset)
    }
}

/// Where a writer puts its characters: encodes them, keeps what could not be said, and hands bytes on in pieces.
final class ConversionOutput {
    let target: Dialect
    private let encoder: TextEncoder
    private let isUTF8: Bool
    private let sink: ([UInt8]) throws -> Void
    private var bytes: [UInt8] = []
    private var error: (any Error)?
    /// The last character written; U+000A at the start of a line.
    private(set) var last: UInt32 = 0x0A
    /// Characters written so far.
    private(set) var count = 0
    private(set) var lost: [(kind: LostKind, offset: Int)] = []
    /// Characters that the encoding lacks, in the order of their first place.
    private(set) var unencodable: [(scalar: UInt32, offset: Int)] = []
    private var isLost = [Bool](repeating: false, count: LostKind.allCases.count)
    private var reported: Set<UInt32> = []

    /// How many bytes are handed on at once.
    private static let pieceSize = 1 << 16

    init(target: Dialect, encoder: TextEncoder, sink: @escaping ([UInt8]) throws -> Void) {
        self.target = target
        self.encoder = encoder
        self.sink = sink
        isUTF8 = encoder.encoding == .utf8
        encoder.begin(&bytes)
    }

    var isAtLineStart: Bool { last == 0x0A }

    /// Whether the encoding has the character (U+000A and the like are everywhere).
    func holds(_ scalar: UInt32) -> Bool { isUTF8 || encoder.holds(scalar) }

    /// Writes a character; one that the encoding lacks as the target spells it (M135).
    func append(_ scalar: UInt32, at offset: Int) {
        if isUTF8 {
            UTF8Text.append(scalar, to: &bytes)
        } else if encoder.holds(scalar) {
            encoder.append(scalar, to: &bytes)
        } else {
            replace(scalar, at: offset)
        }
        last = scalar
        count += 1
        if bytes.count >= Self.pieceSize { flush() }
    }

    func append(_ run: CharacterRun) { append(run, 0..<run.scalars.count) }

    func append(_ run: CharacterRun, _ range: Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
            let scalar = run.scalars[index]
            if !isUTF8, index + 1 < range.upperBound, encoder.holdsPair(scalar, run.scalars[index + 1]) {
                encoder.appendPair(scalar, run.scalars[index + 1], to: &bytes)
                last = run.scalars[index + 1]
                count += 2
                index += 2
                continue
            }
            append(scalar, at: run.offsets[index])
            index += 1
        }
    }

    /// Writes markup, which every encoding of Japanese has.
    func append(_ markup: StaticString) {
        guard markup.utf8CodeUnitCount > 0 else { return }
        if isUTF8 {
            markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
            last = markup.lastScalar
            count += 1
            return
        }
        for scalar in "\(markup)".unicodeScalars { append(scalar.value, at: 0) }
    }

    /// Writes markup that is made up.
    func append(string: String) { for scalar in string.unicodeScalars { append(scalar.value, at: 0) } }

    func endLine() { append(0x0A, at: 0) }

    /// Ends the line if something stands on it.
    func endLineIfBegun() { if !isAtLineStart { endLine() } }

    private func replace(_ scalar: UInt32, at offset: Int) {
        let digits = String(scalar, radix: 16, uppercase: true)
        switch target {
        case .aozora: appendEncodable("※［＃「?」、U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "］")
        case .html: appendEncodable("&#x" + digits + ";")
        default:
            appendEncodable("〓")
            if reported.insert(scalar).inserted { unencodable.append((scalar, offset)) }
        }
    }

    private func appendEncodable(_ text: String) {
        for scalar in text.unicodeScalars where encoder.holds(scalar.value) { encoder.append(scalar.value, to: &bytes) }
    }

    /// Notes that the target cannot say what stands at the byte `offset`.
    func lose(_ kind: LostKind, at offset: Int) {
        guard !isLost[Int(kind.rawValue)] else { return }
        isLost[Int(kind.rawValue)] = true
        lost.append((kind, offset))
    }

    private func flush() {
        guard error == nil, !bytes.isEmpty else { return }
        do { try sink(bytes) } catch { self.error = error }
        bytes.removeAll(keepingCapacity: true)
    }

    /// Hands on what is left; throws what the sink threw.
    func finish() throws {
        if encoder.encoding == .iso2022JP { encoder.end(&bytes) }
        flush()
        if let error { throw error }
    }
}

extension StaticString {
    /// The last character.
    fileprivate var lastScalar: UInt32 {
        withUTF8Buffer { bytes in
            var (value, shift): (UInt32, UInt32) = (0, 0)
            for byte in bytes.reversed() {
                guard byte & 0xC0 == 0x80 else {
                    let mask: UInt8 = shift == 0 ? 0x7F : shift == 6 ? 0x1F : shift == 12 ? 0x0F : 0x07
                    return value | UInt32(byte & mask) << shift
                }
                value |= UInt32(byte & 0x3F) << shift
                shift += 6
            }
            return value
        }
    }
}
