import Foundation

@testable import RubiReadings

/// The dictionary of the machine, loaded once: MeCab is a package that scripts/setup installs.
let readings: Readings = {
    do { return try Readings() } catch { fatalError("\(error)") }
}()

let packageRoot = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Text with its readings as 食《た》べる and 東京《とう|きょう》.
func annotated(_ text: String, _ readings: Readings = readings) throws -> String {
    try readings.furigana(of: text).map { piece in
        guard let reading = piece.reading else { return piece.base }
        return piece.base + "《" + (piece.parts.isEmpty ? reading : piece.parts.joined(separator: "|")) + "》"
    }.joined()
}
