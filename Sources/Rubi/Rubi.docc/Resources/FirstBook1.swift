import Rubi

func readStory() throws -> Manuscript {
    let text = "　活版所《かっぱんじょ》の｜紅玉《ルビー》。\n"
    var options = ReadingOptions()
    options.dialect = .aozora
    return try Manuscript(name: "story.txt", bytes: Array(text.utf8), options: options)
}
