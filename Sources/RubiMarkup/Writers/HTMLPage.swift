import RubiText

/// What a page of standalone HTML looks like.
enum HTMLPage {
    static let style: StaticString = """
        body { margin: 2em auto; max-inline-size: 40em; padding: 0 1em; line-height: 1.9; font-family: "BIZ UDMincho", "Yu Mincho", serif; }
        p { margin: 0; }
        ruby { ruby-position: over; }
        rt { font-size: 50%; }
        rtc { ruby-position: under; }
        .tcy { text-combine-upright: all; }
        .yokogumi { writing-mode: horizontal-tb; display: inline-block; }
        .keigakomi { border: thin solid; }
        .warichu { font-size: 50%; }
        .kaeriten { font-size: 50%; vertical-align: sub; }
        .okurigana { font-size: 50%; vertical-align: super; }
        .caption { font-size: 80%; }
        .underline_solid { font-style: normal; text-decoration: underline; }
        .underline_double { font-style: normal; text-decoration: underline double; }
        .underline_dotted { font-style: normal; text-decoration: underline dotted; }
        .underline_dashed { font-style: normal; text-decoration: underline dashed; }
        .underline_wave { font-style: normal; text-decoration: underline wavy; }
        [class^="overline_"] { font-style: normal; text-decoration: overline; }
        em[style] { font-style: normal; }
        hr[class$="break"] { break-after: page; border: 0; }
        footer { margin-block-start: 4em; font-size: 80%; }

        """
    static let verticalStyle: StaticString = """
        html { writing-mode: vertical-rl; text-orientation: mixed; }
        body { margin: auto 2em; }

        """
}

/// Names of encodings for `charset`.
enum HTMLEncodingName {
    static func name(_ encoding: TextEncoding) -> String {
        switch encoding {
        case .utf8: "utf-8"
        case .utf16: "utf-16"
        case .cp932: "shift_jis"
        case .eucJP: "euc-jp"
        case .iso2022JP: "iso-2022-jp"
        case .shiftJISX0213: "shift_jis"
        }
    }
}
