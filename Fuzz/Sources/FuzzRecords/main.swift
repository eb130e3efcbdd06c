import FuzzSupport
import Rubi

/// Reads arbitrary bytes as a record of `--stdin-format jsonl`, and typesets its text as the filter does. What must hold besides not crashing: the bytes of a member
/// are a value by themselves; the answer is JSON on every line.
let fonts = try FontSet(chain: ["Tests/Fonts/RubiTest.ttf"])
fuzz { input in
    guard let record = try? JSONValue(input), case .object(let members) = record else { return }
    for member in members { _ = try JSONValue(Array(input[member.bytes])) }
    guard case .string(let text)? = record["text"] else { return }
    let name = if case .string(let id)? = record["id"] { id } else { "<stdin>" }
    let sink = ByteSink()
    _ = try Manuscript(name: name, bytes: Array(text.utf8)).typeset(fonts: fonts, to: makeWriter(.jsonl) { _ in sink })
    for line in sink.takeBytes().split(separator: 0x0A) { _ = try JSONValue(Array(line)) }
}
