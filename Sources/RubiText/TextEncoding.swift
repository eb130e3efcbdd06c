/// Encodings of manuscripts, by the names of `--encoding` (markup.md, 14).
public enum TextEncoding: String, Sendable, CaseIterable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    case cp932
    case eucJP = "euc-jp"
    case iso2022JP = "iso-2022-jp"
    case shiftJISX0213 = "shift_jisx0213"
}
