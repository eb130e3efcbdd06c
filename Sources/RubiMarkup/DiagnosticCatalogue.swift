/// What is said for each code: its severity, and its message in English and Japanese. `{0}`, `{1}` … stand for the diagnostic's arguments.
public enum DiagnosticCatalogue {
    /// Languages of messages, by the values of `--lang`.
    public enum Language: String, Sendable, CaseIterable { case en, ja }

    /// The message of a diagnostic with its arguments in place.
    public static func message(of diagnostic: Diagnostic, in language: Language = .en) -> String {
        let entry = entry(diagnostic.code)
        let template = language == .ja ? entry.japanese : entry.english
        var message = ""
        var rest = Substring(template)
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            message += rest[..<open]
            let name = rest[rest.index(after: open)..<close]
            if let index = Int(name), index < diagnostic.arguments.count {
                message += diagnostic.arguments[index]
            } else {
                message += rest[open...close]
            }
            rest = rest[rest.index(after: close)...]
        }
        return message + rest
    }

    typealias Entry = (severity: Severity, english: String, japanese: String)

    static func entry(_ code: DiagnosticCode) -> Entry {
        switch code {
        case .unclosedRuby: (.error, "《 is never closed; the text is set without ruby", "《 が閉じられていません。ルビなしで組みます")
        case .strayClose: (.warning, "》 closes nothing", "》 に対応する 《 がありません")
        case .nestedRuby: (.error, "《 inside a ruby reading", "ルビの中に 《 があります")
        case .emptyReading: (.warning, "empty ruby reading", "ルビが空です")
        case .noBase: (.warning, "《 has no base text before it", "《 の前に親文字がありません")
        case .strayBar: (.warning, "｜ starts no ruby", "｜ の後にルビがありません")
        case .longBase: (.warning, "base of {0} characters is over the {1} limit of {2}", "親文字が{0}字あり、{1} の上限{2}字を超えています")
        case .longReading: (.warning, "reading of {0} characters is over the {1} limit of {2}", "ルビが{0}字あり、{1} の上限{2}字を超えています")
        case .unclosedAnnotation: (.error, "annotation ［＃ is not closed on this line", "注記 ［＃ がこの行の中で閉じられていません")
        case .unknownGaiji: (.warning, "unknown character: {0}", "解決できない外字です：{0}")
        case .halfWidthBar: (.note, "half-width | taken as ｜", "半角の | を ｜ とみなしました")
        case .literalBracket: (.note, "｜《 taken as a literal 《", "｜《 を文字としての 《 とみなしました")
        case .doubleBracket: (.warning, "《《…》》 has no meaning in {0}", "《《…》》 は {0} では意味を持ちません")
        case .unknownAnnotation: (.warning, "unknown annotation: {0}", "解釈できない注記です：{0}")
        case .targetMissing: (.warning, "「{0}」 does not occur before this annotation", "「{0}」 がこの注記より前の行中にありません")
        case .targetApart: (.warning, "「{0}」 is not directly before this annotation", "「{0}」 がこの注記の直前にありません")
        case .endWithoutBegin: (.warning, "{0} ends but was not begun", "{0} の終わりに対応する始まりがありません")
        case .endMismatch: (.warning, "{0} ends while {1} is open", "{1} が閉じられないまま {0} が終わっています")
        case .blockOpenAtEnd: (.warning, "{0} is still open at the end of the text", "{0} が文末まで閉じられていません")
        case .rangeOpenAtLineEnd: (.warning, "{0} is not closed on this line", "{0} がこの行の中で閉じられていません")
        case .secondReading: (.warning, "「{0}」 already has a reading on this side", "「{0}」 のこの側にはすでにルビがあります")
        case .unclosedMarkup: (.error, "ruby markup is not closed", "ルビの記法が閉じられていません")
        case .partCount: (.warning, "{0} readings for {1} characters", "読みが{0}個、親文字が{1}字で数が合いません")
        case .unclosedElement: (.error, "<ruby> is not closed", "<ruby> が閉じられていません")
        case .rtOutsideRuby: (.warning, "<rt> outside <ruby>", "<rt> が <ruby> の外にあります")
        case .missingArgument: (.error, "{0} lacks an argument", "{0} の引数がありません")
        case .dialectGuessed: (.note, "read as {0} ({1} points; {2} has {3})", "{0} として読みました（{1}点。{2} は{3}点）")
        case .badBytes: (.error, "bytes {0} are not valid {1}", "バイト列 {0} は {1} として正しくありません")
        case .notEncodable: (.error, "{0} cannot hold {1} ({2})", "{0} では {1}（{2}）を表せません")
        case .mixedLineEnds: (.note, "line ends differ from the lines before", "改行コードがそれまでの行と異なります")
        case .controlCharacter: (.note, "control character U+{0}", "制御文字 U+{0} があります")
        case .notExpressible: (.warning, "{0} cannot express {1}", "{0} では {1} を表せません")
        case .tooMany: (.note, "more than {0} of [{1}]; the others are not listed", "[{1}] が{0}個を超えたため、残りは省きます")
        case .kanjiInReading: (.note, "the reading 「{1}」 of 「{0}」 holds kanji", "「{0}」 のルビ 「{1}」 に漢字があります")
        case .readingNotKana: (.note, "the reading 「{1}」 of 「{0}」 is not kana", "「{0}」 のルビ 「{1}」 に仮名でない文字があります")
        case .readingsDiffer: (.note, "「{0}」 is read 「{1}」 here and 「{2}」 before", "「{0}」 の読みが、ここでは 「{1}」、前では 「{2}」 です")
        case .spaceAfterMark: (.note, "no space after {0}", "{0} の後に空白がありません")
        case .unknownWord: (.warning, "no reading is known for 「{0}」", "「{0}」 の読みが分かりません")
        case .readingUncertain: (.note, "the reading 「{1}」 of 「{0}」 is sure to {2} % only", "「{0}」 の読み 「{1}」 の確かさは{2}％です")
        case .missingGlyph: (.warning, "no font has a glyph for {0} ({1})", "{0}（{1}）の字形を持つフォントがありません")
        case .wordWiderThanLine: (.warning, "a word is wider than the line and is broken", "語が行長より長いため途中で分割しました")
        case .widerThanLine: (.warning, "the line cannot be broken and is wider than its measure", "分割できない行が行長より長くなっています")
        case .rubyWiderThanLine: (.warning, "a ruby is wider than the line", "ルビが行長より長くなっています")
        case .rubyOverlapsLine: (.warning, "ruby overlaps the neighbouring line", "ルビが隣の行に重なっています")
        case .interCharacterRuby:
            (
                .warning, "inter-character ruby is not set; the reading stands over its base", "字間ルビは組めないため、親文字の上に付けました"
            )
        }
    }
}

extension DiagnosticCode {
    /// How grave it is (markup.md, 15).
    public var severity: Severity { DiagnosticCatalogue.entry(self).severity }
}
