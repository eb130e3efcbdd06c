/// Every option of the command; the raw value is its long name without dashes, which is also its key in configuration files and in records of a pipe.
enum OptionName: String, CaseIterable, Sendable {
    case from, encoding
    case frontMatter = "front-matter"
    case keepKunoji = "keep-kunoji"
    case halfwidthKana = "halfwidth-kana"
    case typstRuby = "typst-ruby"
    case stdinFormat = "stdin-format"
    case filesFrom = "files-from"
    case null, recursive

    case output
    case outDir = "out-dir"
    case format
    case pdfRuby = "pdf-ruby"
    case pdfVersion = "pdf-version"
    case bleed
    case cropMarks = "crop-marks"
    case dpi, sheet, to
    case outputEncoding = "output-encoding"
    case splitJukugo = "split-jukugo"
    case standalone

    case page, direction, measure, lines, columns
    case columnGap = "column-gap"
    case margin
    case fontSize = "font-size"
    case lineGap = "line-gap"
    case lineHeight = "line-height"
    case folio
    case runningHead = "running-head"
    case matter, theme, grid

    case font
    case rubyFont = "ruby-font"
    case features, color
    case rubyColor = "ruby-color"
    case background

    case ruby
    case rubyAlign = "ruby-align"
    case rubyEndCap = "ruby-end-cap"
    case jukugo
    case rubyOverhang = "ruby-overhang"
    case rubyEdge = "ruby-edge"
    case rubyBreak = "ruby-break"
    case rubySize = "ruby-size"
    case rubyGap = "ruby-gap"
    case rubyKana = "ruby-kana"
    case rubySide = "ruby-side"
    case emphasisSkip = "emphasis-skip"
    case emphasisWithRuby = "emphasis-with-ruby"

    case kinsoku, hang, justify, breaker, align, punctuation
    case punctuationMin = "punctuation-min"
    case bracketIndent = "bracket-indent"
    case indent, widows
    case warichuSize = "warichu-size"
    case orientation
    case autoTcy = "auto-tcy"
    case quotes

    case advice
    case dictionary
    case userDictionary = "user-dictionary"
    case readings, first, level, only, except, confidence
    case of, field, key, group

    case jobs, resume, watch, progress, config, werror, quiet, verbose, lang, help, version
}
