/// `text` with a capital letter and a full stop.
func sentence(_ text: String) -> String { (text.first.map { $0.uppercased() } ?? "") + text.dropFirst() + "." }

/// Breaks `text` at its spaces, and between Japanese characters, into lines of at most `width` columns.
func filled(_ text: String, width: Int, measure: (String) -> Int = { displayWidth($0) }) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
        var space = line.isEmpty ? "" : " "
        for piece in pieces(of: word) {
            if !line.isEmpty, measure(line) + space.count + measure(piece) > width {
                lines.append(line)
                (line, space) = ("", "")
            }
            line += space + piece
            space = ""
        }
    }
    if !line.isEmpty { lines.append(line) }
    return lines
}

/// `text` with spaces behind it up to `column`; as it is where it is longer.
func padded(_ text: String, to column: Int) -> String {
    text + String(repeating: " ", count: max(0, column - displayWidth(text)))
}

/// The parts of a word without spaces between which a line may end: Japanese characters, but for marks that may not begin or end one.
private func pieces(of word: Substring) -> [String] {
    var pieces: [String] = []
    var last: Unicode.Scalar?
    for scalar in word.unicodeScalars {
        if let before = last, displayWidth(before) == 2 || displayWidth(scalar) == 2, !notAtStart.contains(scalar),
            !notAtEnd.contains(before)
        {
            pieces.append("")
        }
        if pieces.isEmpty { pieces.append("") }
        pieces[pieces.count - 1].unicodeScalars.append(scalar)
        last = scalar
    }
    return pieces
}

private let notAtStart = Set("、。，．：；！？）］｝」』】〉》・ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ…,.;:)]}".unicodeScalars)
private let notAtEnd = Set("（［｛「『【〈《＃([{".unicodeScalars)
