import Rubi

/// `rubi fonts`: the fonts that can be used, and how much of the Japanese character sets they cover.
struct FontsCommand {
    let session: Session
    /// Part of the name of the families to show; nil: all that have kana.
    let query: String?

    func run() throws -> ExitStatus {
        let fonts = FontCatalog.fonts(matching: query)
        let sink = try session.sink()
        if session.configuration.report == .json { try writeJSON(fonts, to: sink) } else { try writeText(fonts, to: sink) }
        try sink.finish()
        if fonts.isEmpty, let query { Console.note("no font of a family named like ‘\(query)’ is installed") }
        return .done
    }

    private func writeText(_ fonts: [InstalledFont], to sink: ByteSink) throws {
        for font in fonts {
            let others = font.families.dropFirst()
            var text =
                "\(font.family)\(others.isEmpty ? "" : " (" + others.joined(separator: ", ") + ")"), \(font.style)\n  \(Self.file(font))\n"
            text += "  " + font.coverage.map { "\($0.repertoire) \(Self.share($0))" }.joined(separator: ", ")
            let special = ["vert", "ruby"].filter { font.features.contains($0) }
            text += special.isEmpty ? "\n" : "; features \(special.joined(separator: ", "))\n"
            try sink.write(string: text)
        }
    }

    /// The font as `--font` takes it.
    private static func file(_ font: InstalledFont) -> String { font.index == 0 ? font.path : "\(font.path)#\(font.index)" }

    /// A whole coverage is worth a word; nearly whole is not to be rounded up to it.
    private static func share(_ coverage: InstalledFont.Coverage) -> String {
        coverage.covered == coverage.total ? "all" : "\(coverage.covered * 100 / max(1, coverage.total)) %"
    }

    private func writeJSON(_ fonts: [InstalledFont], to sink: ByteSink) throws {
        try sink.write("{\"fonts\":[")
        for (index, font) in fonts.enumerated() {
            try sink.write(string: index == 0 ? "\n{\"families\":" : ",\n{\"families\":")
            try writeList(font.families, to: sink)
            for (key, value) in [("style", font.style), ("file", font.path)] {
                try sink.write(string: ",\"\(key)\":")
                try JSONText.write(value, to: sink)
            }
            try sink.write(string: ",\"index\":\(font.index),\"upem\":\(font.unitsPerEm),\"features\":")
            try writeList(font.features, to: sink)
            try sink.write(",\"coverage\":{")
            for (index, coverage) in font.coverage.enumerated() {
                if index > 0 { try sink.write(",") }
                try JSONText.write(coverage.repertoire, to: sink)
                try sink.write(string: ":{\"covered\":\(coverage.covered),\"total\":\(coverage.total)}")
            }
            try sink.write("},\"licence\":")
            try JSONText.write(font.licence, to: sink)
            try sink.write("}")
        }
        try sink.write(fonts.isEmpty ? "]}\n" : "\n]}\n")
    }

    private func writeList(_ words: [String], to sink: ByteSink) throws {
        try sink.write("[")
        for (index, word) in words.enumerated() {
            if index > 0 { try sink.write(",") }
            try JSONText.write(word, to: sink)
        }
        try sink.write("]")
    }
}
