import Rubi

func describeReadings(of book: Book) -> [String] {
    var found: [String] = []
    for page in book.pages {
        for line in page.lines {
            for run in line.composed.runs where run.role == .ruby {
                let reading = String(decoding: line.composed.strings[run.string], as: UTF8.self)
                let origin = line.origin(of: run.glyphs.lowerBound, in: book)
                found.append("page \(page.number): \(reading) at \(Int(origin.x)), \(Int(origin.y)) pt")
            }
        }
    }
    return found
}
