import Rubi

func makeBook() throws -> Book {
    let text = "　活版所《かっぱんじょ》の｜紅玉《ルビー》。\n"
    var options = ReadingOptions()
    options.dialect = .aozora
    let manuscript = try Manuscript(name: "story.txt", bytes: Array(text.utf8), options: options)
    return try Book(manuscript, style: Style(page: .bunko), fonts: FontSet())
}
