import RubiMarkup
import RubiText

/// How each notation writes a ruby around a base that stands there already (M131): what goes before the base, between its parts, and behind it.
struct RubyMarkup {
    let dialect: Dialect
    let typstRuby: String

    /// What is written around a base.
    struct Pieces {
        var before: [UInt32]
        /// Behind each part but the last; one element, or none, where nothing is written there.
        var between: [[UInt32]]
        var after: [UInt32]
    }

    /// Whether a base may have the same reading in parts.
    var dividesRuby: Bool {
        switch dialect {
        case .denden, .html, .latex, .typst: true
        case .aozora, .narou, .kakuyomu, .hameln, .alphapolis, .pixiv, .vfm, .paren, .plain: false
        }
    }

    /// The brackets around a reading, where that and a bar is all the markup; nil elsewhere.
    var brackets: (open: UInt32, close: UInt32, alwaysBar: Bool)? {
        switch dialect {
        case .aozora, .kakuyomu, .hameln, .plain: (0x300A, 0x300B, false)
        case .narou: (0x300A, 0x300B, true)
        case .paren: (0xFF08, 0xFF09, false)
        case .alphapolis, .pixiv, .denden, .vfm, .html, .latex, .typst: nil
        }
    }

    /// What is written in the notations that have more than brackets.
    /// - Parameter readings: one a part of the base.
    func pieces(readings: [ArraySlice<UInt32>], isMono: Bool) -> Pieces {
        let joined = Array(readings.joined()), divided = Array(readings.joined(separator: [0x7C]))
        let isDivided = readings.count > 1
        switch dialect {
        case .aozora, .kakuyomu, .hameln, .plain, .narou, .paren: return Pieces(before: [], between: [], after: [])
        case .alphapolis: return Pieces(before: [0x23], between: [], after: KanaText.scalars("__") + joined + KanaText.scalars("__#"))
        case .pixiv:
            return Pieces(before: KanaText.scalars("[[rb:"), between: [], after: KanaText.scalars(" > ") + joined + KanaText.scalars("]]"))
        case .denden: return Pieces(before: [0x7B], between: [], after: [0x7C] + divided + [0x7D])
        case .vfm: return Pieces(before: [0x7B], between: [], after: [0x7C] + joined + [0x7D])
        case .html:
            let ends = readings.map { KanaText.scalars("<rt>") + $0 + KanaText.scalars("</rt>") }
            return Pieces(
                before: KanaText.scalars("<ruby>"), between: Array(ends.dropLast()), after: (ends.last ?? []) + KanaText.scalars("</ruby>"))
        case .latex:
            return Pieces(
                before: KanaText.scalars(isMono ? "\\ruby[m]{" : isDivided ? "\\ruby[j]{" : "\\ruby[g]{"), between: [],
                after: KanaText.scalars("}{") + divided + KanaText.scalars("}"))
        case .typst:
            return Pieces(
                before: KanaText.scalars("#\(typstRuby)[") + divided + KanaText.scalars("]["),
                between: Array(repeating: [0x7C], count: readings.count - 1), after: [0x5D])
        }
    }

    /// Whether the characters before a base would be taken for a part of it, or the base is not one that is found without a bar (M30, M90, M100).
    /// - Parameter before: the character that stands directly before the base in the source; 0 where there is markup, or nothing.
    func needsBar(_ base: ArraySlice<UInt32>, before: UInt32) -> Bool {
        let table = CharacterTable.shared
        func runs(_ scalar: UInt32) -> Bool {
            switch dialect {
            case .kakuyomu, .hameln: scalar != 0x3006 && scalar != 0x30F6 && table.traits(of: scalar).characterClass == .kanji
            default: table.traits(of: scalar).characterClass == .kanji
            }
        }
        return !base.allSatisfy(runs) || before != 0 && (runs(before) || table.traits(of: before).contains(.extends))
    }
}
