import RubiText

/// The line in which a manuscript sets options for itself: a comment of its notation that begins with `rubi:`, as `<!-- rubi: page = bunko; lines = 15 -->`.
public struct OwnOptions: Sendable, Equatable {
    /// What stands behind `rubi:`, options with semicolons between.
    public let text: String
    /// The number of the line, from 1.
    public let line: Int

    /// What every such line holds.
    static let mark = "rubi:"
    /// It stands within so many bytes of the beginning.
    static let reach = 1 << 14

    /// The comment that `line` is in `dialect`, without what makes it one; nil where it is none, and in notations without comments.
    static func comment(_ line: Substring, in dialect: Dialect) -> Substring? {
        let marks: (open: String, close: String)
        switch dialect {
        case .aozora: marks = ("［＃", "］")
        case .html, .denden, .vfm: marks = ("<!--", "-->")
        case .latex: marks = ("%", "")
        case .typst: marks = ("//", "")
        case .narou, .kakuyomu, .hameln, .alphapolis, .pixiv, .paren, .plain: return nil
        }
        guard line.hasPrefix(marks.open), line.hasSuffix(marks.close), line.count >= marks.open.count + marks.close.count else {
            return nil
        }
        return trimmed(line.dropFirst(marks.open.count).dropLast(marks.close.count))
    }

    static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}

extension Manuscript {
    /// The options that the manuscript sets for itself, if any; goes back to its first block.
    public func ownOptions() -> OwnOptions? {
        // Nearly no manuscript has them: its bytes are searched before its lines are read.
        let mark = Array(OwnOptions.mark.utf8)
        let head = bytes(in: 0..<min(byteCount, OwnOptions.reach))
        guard encoding == .utf16 || head.withUnsafeBytes({ find(mark, in: $0) }) else { return nil }
        defer { rewind() }
        for (number, line) in firstLines(within: OwnOptions.reach).enumerated() {
            if let comment = OwnOptions.comment(OwnOptions.trimmed(line[...]), in: dialect), comment.hasPrefix(OwnOptions.mark) {
                return OwnOptions(text: String(OwnOptions.trimmed(comment.dropFirst(OwnOptions.mark.count))), line: number + 1)
            }
        }
        return nil
    }

    private func find(_ needle: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
        var start = 0
        while start + needle.count <= bytes.count {
            if bytes[start] == needle[0], bytes[start..<start + needle.count].elementsEqual(needle) { return true }
            start += 1
        }
        return false
    }
}
