import CLanguage

/// NFC of one line, with the characters of the CJK compatibility blocks kept as they are (M120). Called only for lines that hold a
/// character NFC may touch.
package enum Normalization {
    /// Longest sequence treated as one: more combining marks in a row than that are kept as written.
    private static let longestSegment = 64

    /// The one character that two make under NFC, if they do.
    package static func composed(_ first: UInt32, _ second: UInt32) -> UInt32? {
        var result: [UInt32] = [0, 0]
        return rubi_to_nfc([first, second], 2, &result, 2) == 1 ? result[0] : nil
    }

    static func normalize(_ scalars: inout [UInt32], _ offsets: inout [UInt32]) {
        let table = CharacterTable.shared
        let input = scalars
        let inputOffsets = offsets
        scalars.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        var output = [UInt32](repeating: 0, count: 4 * longestSegment)
        var start = 0
        while start < input.count {
            let end = segmentEnd(input, from: start, table)
            if end - start == 1, isCompatibility(input[start]) || !table.traits(of: input[start]).contains(.unsettled) {
                scalars.append(input[start])
                offsets.append(inputOffsets[start])
            } else {
                let count = input.withUnsafeBufferPointer {
                    rubi_to_nfc($0.baseAddress.unsafelyUnwrapped + start, Int32(end - start), &output, Int32(output.count))
                }
                for k in 0..<max(0, Int(count)) {
                    scalars.append(output[k])
                    offsets.append(inputOffsets[min(start + k, end - 1)])
                }
                if count < 0 {
                    scalars.append(contentsOf: input[start..<end])
                    offsets.append(contentsOf: inputOffsets[start..<end])
                }
            }
            start = end
        }
        offsets.append(inputOffsets[input.count])
    }

    private static func segmentEnd(_ scalars: [UInt32], from start: Int, _ table: CharacterTable) -> Int {
        var end = start + 1
        if isCompatibility(scalars[start]) { return end }
        while end < scalars.count, end - start < longestSegment, !isCompatibility(scalars[end]),
            table.traits(of: scalars[end]).contains(.unsettled), rubi_begins_nfc_segment(scalars[end]) == 0
        {
            end += 1
        }
        return end
    }

    private static func isCompatibility(_ scalar: UInt32) -> Bool {
        0xF900...0xFAFF ~= scalar || 0x2F800...0x2FA1F ~= scalar
    }
}
