import Testing

@testable import RubiText

/// The table of the basic plane is kept as runs, so that no start pays for asking ICU sixteen thousand times.
@Test func theRunsSayWhatICUSays() {
    var runs: [UInt32] = []
    var last: UInt8?
    for scalar in UInt32(0)..<0x10000 {
        let traits = CharacterTable.knownTraits(of: scalar) ?? CharacterTable.computedTraits(of: scalar)
        if traits != last { runs.append(scalar << 8 | UInt32(traits)) }
        last = traits
    }
    #expect(
        CharacterTable.runs == runs,
        "the runs are now: \(runs.map { "0x" + String($0, radix: 16, uppercase: true) }.joined(separator: ", "))")
}
