extension DiagnosticCatalogue {
    /// What to do about a diagnostic, in English, as its page in Documentation/diagnostics says it too.
    public static func remedy(for code: DiagnosticCode) -> String {
        switch code {
        case .unclosedRuby: "Close the reading with `》` on the same line. A `《` that is meant as a character is written `｜《`."
        case .strayClose: "Put the missing `《` where the reading begins, or take the `》` out."
        case .nestedRuby: "Close the first reading before the second begins, or take the inner brackets out."
        case .emptyReading: "Write the reading, or take the empty brackets out."
        case .noBase:
            "Put the base before `《`, with `｜` where it is not a run of one kind of character. Brackets that are meant as "
                + "characters are written `｜《…》`."
        case .strayBar: "Write the reading after the base, or take the bar out."
        case .longBase: "Divide the base into shorter ones with a reading each."
        case .longReading: "Shorten the reading, or divide base and reading."
        case .unclosedAnnotation: "Close the annotation with `］` on the same line."
        case .unknownGaiji:
            "Add the code of the character: `、U+9B5A` or `、1-94-37`. Two numbers alone are page and line of the source book. "
                + "Where there is no code nothing can be done, and 〓 is what is usual."
        case .halfWidthBar: "Write `｜`, U+FF5C."
        case .literalBracket: "For Aozora Bunko write `※［＃始め二重山括弧、1-1-52］` and `※［＃終わり二重山括弧、1-1-53］`; otherwise nothing."
        case .doubleBracket: "Read the text as what it is (`--from kakuyomu`), or write the emphasis as this notation does: `強調［＃「強調」に傍点］`."
        case .unknownAnnotation:
            "Look for a slip in the words; Documentation/markup.md, 3.3, has all that are known. A remark of the editor is "
                + "best written so that it holds 底本 or 入力者注."
        case .targetMissing: "Quote the words as they stand in the text, without readings, and put the annotation directly after them."
        case .targetApart: "Put the annotation directly after the words."
        case .endWithoutBegin:
            "Put the beginning where it belongs, or take the end out. `ここで…終わり` ends `ここから…`, and `…終わり` ends a range in the "
                + "same line."
        case .endMismatch: "End first what was begun last."
        case .blockOpenAtEnd: "Write `［＃ここで…終わり］` on a line of its own where the block ends."
        case .rangeOpenAtLineEnd: "End the range in its line; for several lines write `［＃ここから…］` and `［＃ここで…終わり］`."
        case .secondReading: "Put the second reading on the other side, `の左に「フラワー」のルビ`, or take it out."
        case .unclosedMarkup: "Close it: `]]`, `__#` or `}`."
        case .partCount: "Give each character its part, or write one reading without division."
        case .unclosedElement: "Write `</ruby>` after the last `<rt>`."
        case .rtOutsideRuby: "Put base and reading into `<ruby>`."
        case .missingArgument: "Write both arguments: `\\ruby{base}{reading}`, `#ruby[reading][base]`."
        case .dialectGuessed: "Say the notation with `--from`. `-v` shows all points."
        case .badBytes:
            "If there are many the encoding is probably another: say it with `--encoding`. If there are few the file is "
                + "damaged there."
        case .notEncodable:
            "Write UTF-8, or a notation that can describe characters: `aozora` writes `※［＃…］`, `html` a character reference."

        case .mixedLineEnds: "Nothing has to be done. To make them alike use the line-end setting of the editor, or `dos2unix`."
        case .controlCharacter:
            "Take it out. It often comes from copying out of another program. A form feed alone on a line is a page break "
                + "and is not reported."
        case .notExpressible:
            "Nothing, if the loss may be. Otherwise choose a target that can say it: the table in Documentation/markup.md, "
                + "16, has what each keeps."
        case .tooMany: "See to the first ones; mostly the file is in another notation (`--from`) or encoding (`--encoding`)."
        case .kanjiInReading: "Write the reading in kana, or leave it if it is meant."
        case .readingNotKana: "Write the reading in kana, or leave it if it is meant."
        case .readingsDiffer: "Make them alike if one is a slip. Many words have two readings."
        case .spaceAfterMark: "Write a full-width space after the mark."
        case .unknownWord:
            "Give the word a ruby once, or a line in a file for `--readings`, or take a user dictionary (`--user-dictionary`)."
        case .readingUncertain:
            "Look at the reading, take the ？ out, and correct it or leave it. A line in a file for `--readings` settles it for all places."
        case .missingGlyph: "Name a font that has it with a further `--font`; `rubi fonts` tells what the fonts of the machine cover."
        case .wordWiderThanLine: "Take a longer line, or give the word a place to break (a space or a hyphen)."
        case .widerThanLine: "Take a longer line, or a looser `--kinsoku`."
        case .rubyWiderThanLine: "Take a longer line, or `--ruby-break split`."
        case .rubyOverlapsLine: "Take a larger `--line-gap` (half an em holds ruby of the usual size), or `--line-height grow`."
        case .interCharacterRuby: "Nothing, if ruby over the base will do."
        }
    }
}
