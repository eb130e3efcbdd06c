import Rubi

func makePDF(of manuscript: Manuscript) throws -> [UInt8] {
    let sink = ByteSink()
    let writer = try makeWriter(.pdf) { _ in sink }
    let result = try manuscript.typeset(Style(page: .bunko), fonts: FontSet(), to: writer)
    print("\(result.figures.pages) pages, \(result.figures.rubies) readings, \(result.diagnostics.count) problems")
    return sink.takeBytes()
}
