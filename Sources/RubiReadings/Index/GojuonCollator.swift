import CLanguage

/// The order of Japanese text: gojūon order by JIS X 4061 (読みの五十音順), as ICU's collation for `ja` has it. It is the same whatever the locale.
///
/// Levels, each counting only where all before it agree: the kana without their marks; voicing (は ば ぱ); long vowels, small kana, iteration marks; hiragana before
/// katakana (りんご リンゴ).
public final class GojuonCollator: @unchecked Sendable {
    // Constant once it is made; ICU allows keys to be made on many threads.
    private let collator: UnsafeMutableRawPointer

    /// Loads ICU's rules.
    public init() throws(ReadingError) {
        guard let collator = rubi_collator_new() else { throw .dictionary("ICU lacks its data for Japanese collation") }
        self.collator = collator
    }

    deinit { rubi_collator_free(collator) }

    /// Bytes that compare as the texts do.
    public func key(of text: String) -> [UInt8] {
        var key: [UInt8] = []
        appendKey(of: Array(text.utf16), to: &key)
        return key
    }

    /// Appends the key of UTF-16 text.
    func appendKey(of units: [UInt16], to keys: inout [UInt8]) {
        let start = keys.count
        // A key of kana takes some three bytes a character.
        keys.append(contentsOf: repeatElement(0, count: 4 * units.count + 16))
        var length = write(units, &keys, start)
        if start + length > keys.count {
            keys.append(contentsOf: repeatElement(0, count: start + length - keys.count))
            length = write(units, &keys, start)
        }
        // Without the NUL at the end.
        keys.removeLast(keys.count - start - max(0, length - 1))
    }

    private func write(_ units: [UInt16], _ keys: inout [UInt8], _ start: Int) -> Int {
        keys.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            return Int(rubi_collation_key(collator, units, Int32(units.count), base + start, Int32(buffer.count - start)))
        }
    }
}
