import Glibc

/// A named set of characters that a Japanese font is judged by.
public struct CharacterRepertoire: Sendable {
    /// As `rubi fonts` prints it.
    public let name: String
    /// Its characters; sequences of several scalars are left out.
    public let scalars: [UInt32]

    /// Kana, then JIS X 0208 and JIS X 0213 by their levels.
    public static let all: [CharacterRepertoire] = [
        CharacterRepertoire(
            name: "kana", scalars: Array(0x3041...0x3096) + Array(0x30A1...0x30FA) + [0x30FC, 0x309D, 0x309E, 0x30FD, 0x30FE]),
        CharacterRepertoire(name: "jis-x-0208-symbols", rows: 1...8),
        CharacterRepertoire(name: "jis-level-1", rows: 16...47),
        CharacterRepertoire(name: "jis-level-2", rows: 48...84),
        CharacterRepertoire(name: "jis-level-3", rows: [14, 15, 47, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94], isBeyond0208: true),
        CharacterRepertoire(name: "jis-level-4", rows: [1, 3, 4, 5, 8, 12, 13, 14, 15] + Array(78...94), plane: 2),
    ]

    init(name: String, scalars: [UInt32]) { (self.name, self.scalars) = (name, scalars) }

    /// The rows of JIS X 0208.
    private init(name: String, rows: ClosedRange<Int>) {
        self.init(name: name, scalars: Self.decode(encoding: "EUC-JP", rows: Array(rows), plane: 1))
    }

    /// The kanji in rows of JIS X 0213, without those of JIS X 0208 if only what the later standard added is asked for.
    private init(name: String, rows: [Int], plane: Int = 1, isBeyond0208: Bool = false) {
        let known = isBeyond0208 ? Set(Self.decode(encoding: "EUC-JP", rows: rows, plane: 1)) : []
        self.init(name: name, scalars: Self.decode(encoding: "EUC-JISX0213", rows: rows, plane: plane).filter { !known.contains($0) })
    }

    /// The single characters of the rows, by the C library's tables.
    private static func decode(encoding: String, rows: [Int], plane: Int) -> [UInt32] {
        guard let converter = iconv_open("UCS-4LE", encoding), converter != iconv_t(bitPattern: -1) else { return [] }
        defer { iconv_close(converter) }
        var scalars: [UInt32] = []
        for row in rows {
            for cell in 1...94 {
                let shift = plane == 2 ? [0x8F] : []
                var bytes = (shift + [row + 0xA0, cell + 0xA0]).map { CChar(truncatingIfNeeded: $0) }
                if let scalar = convert(converter, &bytes) { scalars.append(scalar) }
            }
        }
        return scalars
    }

    /// One character; nil if the bytes stand for none, or for several scalars.
    private static func convert(_ converter: iconv_t, _ bytes: inout [CChar]) -> UInt32? {
        var output: (UInt32, UInt32) = (0, 0)
        iconv(converter, nil, nil, nil, nil)
        let isWhole = bytes.withUnsafeMutableBufferPointer { input in
            withUnsafeMutableBytes(of: &output) { target in
                var (from, left): (UnsafeMutablePointer<CChar>?, Int) = (input.baseAddress, input.count)
                var (to, room): (UnsafeMutablePointer<CChar>?, Int) = (
                    target.baseAddress?.assumingMemoryBound(to: CChar.self), target.count
                )
                // The second call gives out what the converter keeps back to see whether a combining mark follows.
                return iconv(converter, &from, &left, &to, &room) == 0 && iconv(converter, nil, nil, &to, &room) == 0 && room == 4
            }
        }
        return isWhole ? output.0 : nil
    }
}
