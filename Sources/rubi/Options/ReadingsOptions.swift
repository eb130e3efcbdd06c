import Rubi

private let both: Commands = [.furigana, .index]

let readingOptions: [OptionSpec] = [
    OptionSpec(
        .dictionary, .free("FOLDER", .folder, default: "where Debian has the IPA dictionary"), .readings, both,
        "a compiled dictionary of MeCab", "In UTF-8, with the columns of the IPA dictionary or of UniDic.", source: "readings.md"),
    OptionSpec(
        .userDictionary, .free("FILE", .file, default: "none"), .readings, both, repeats: true,
        "a user dictionary of MeCab, made by mecab-dict-index -u", source: "readings.md"),
    OptionSpec(
        .readings, .free("FILE", .file, default: "none"), .readings, both,
        "a list of names and other words with their readings",
        "One a line: the word and its reading in kana, with a tabulator or a comma between, or as 東雲《しののめ》; | divides the reading among the characters.",
        source: "readings.md"),
    OptionSpec(
        .first, .choice(["off"] + FuriganaOptions.First.allCases.map(\.rawValue)), .readings, .furigana,
        "a word gets its reading only once within this",
        "A reading that the author gives counts too. Chapters begin at headings, pages at page breaks.", source: "readings.md"),
    OptionSpec(
        .level, .free("LEVEL", .words(["1", "2", "3", "4", "5", "6"]), default: "0"), .readings, .furigana,
        "a school year, or a file of kanji: what is known needs no reading",
        "4: no readings over words of kanji taught up to the end of the fourth year (学年別漢字配当表).", source: "readings.md"),
    OptionSpec(
        .only, .free("WORDS", .text, default: "all"), .readings, .furigana,
        "readings for these words alone", "Words with commas between, or @FILE, one a line.", source: "readings.md"),
    OptionSpec(
        .except, .free("WORDS", .text, default: "none"), .readings, .furigana,
        "no readings for these words", "As --only.", source: "readings.md"),
    OptionSpec(
        .confidence, .free("PERCENT", .number, default: "0"), .readings, .furigana,
        "mark readings that are less sure than this",
        "A ？ stands at the end of such a reading, and a note says how sure it is: the share of MeCab's probability that all analyses with that reading have.",
        source: "readings.md"),
    OptionSpec(
        .of, .choice(["lines", "words"]), .readings, .index,
        "what is sorted: lines, or the ruby words and headings of a manuscript with their pages",
        "The index of words is a manuscript itself, ready to be typeset.", source: "readings.md"),
    OptionSpec(
        .field, .free("N", .words(["1", "csv:1"]), default: "the whole line"), .readings, .index,
        "the field by which lines are sorted",
        "Fields have a tabulator between; csv:N is for values with commas between, as in files named .csv.", source: "readings.md"),
    OptionSpec(
        .key, .choice(IndexKey.allCases.map(\.rawValue)), .readings, .index,
        "what the order goes by",
        "romaji spells as the kana do (toukyou), hepburn as is usual abroad (tōkyō); Latin text stays as it is.", source: "readings.md"),
    OptionSpec(
        .group, .choice(IndexGrouping.allCases.map(\.rawValue)), .readings, .index,
        "headings between groups",
        "row: あ か さ た な, kana: あ い う, by the first kana; none is the default for lines, row for words.", source: "readings.md"),
]
