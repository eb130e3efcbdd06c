import Foundation
import RubiLayout
import Testing

@testable import RubiOutput

/// Runs a program with arguments and standard input; its status and all it printed.
func run(_ program: String, _ arguments: [String], input: String = "") throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let (incoming, outgoing) = (Pipe(), Pipe())
    process.standardInput = incoming
    process.standardOutput = outgoing
    process.standardError = outgoing
    try process.run()
    incoming.fileHandleForWriting.write(Data(input.utf8))
    try incoming.fileHandleForWriting.close()
    let data = outgoing.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
}

/// Validates JSON values, one a line, by a schema with python's jsonschema; "" where all are valid.
func validate(_ values: String, schema: String) throws -> String {
    let script = """
        import json, sys
        from jsonschema import Draft202012Validator as V
        lines = sys.stdin.read().split("\\n")
        schema = json.loads(lines[0])
        V.check_schema(schema)
        validator = V(schema)
        for line in lines[1:]:
            if line:
                for error in validator.iter_errors(json.loads(line)):
                    print(list(error.absolute_path), error.message[:200])
        """
    let flat = schema.split(separator: "\n").joined()
    return try run("/usr/bin/python3", ["-c", script], input: flat + "\n" + values).output
}

@Suite struct SchemaTests {
    @Test func recordsAreValid() throws {
        for vertical in [true, false] {
            for paged in [true, false] {
                let sink = ByteSink()
                try SampleLines.run(JSONLinesWriter(sink: sink), vertical: vertical, paged: paged)
                let text = String(decoding: sink.takeBytes(), as: UTF8.self)
                #expect(try validate(text, schema: Schema.record) == "")
                let answer = #"{"id":7,"ok":true,"records":["# + text.split(separator: "\n").joined(separator: ",") + "]}"
                #expect(try validate(answer, schema: #require(Schema.schema(named: "answer"))) == "")
            }
        }
    }

    @Test(
        "what belongs to each schema, and what does not",
        arguments: [
            (
                "document",
                #"{"type":"document","schema":"rubi/1","source":"a","dialect":"plain","encoding":"utf-8","unit":"pt","direction":"vertical","measure":40,"fonts":[]}"#,
                true
            ),
            (
                "document",
                #"{"type":"document","schema":"rubi/2","source":"a","dialect":"plain","encoding":"utf-8","unit":"pt","direction":"vertical","measure":40,"fonts":[]}"#,
                false
            ),
            ("end", #"{"type":"end","pages":1,"lines":1,"glyphs":1,"characters":1,"rubies":0,"warnings":0,"errors":0}"#, true),
            ("end", #"{"type":"end","pages":1,"lines":1,"glyphs":1,"characters":1,"rubies":0,"warnings":0,"errors":0,"more":1}"#, false),
            ("page", #"{"type":"page","page":1,"width":1,"height":1.5,"runs":[]}"#, true),
            ("page", #"{"type":"page","page":0,"width":1,"height":1.5,"runs":[]}"#, false),
            (
                "page",
                #"{"type":"page","page":1,"width":1,"height":1,"runs":[{"role":"ruby","font":0,"size":1,"angle":0,"cl":[],"g":[],"x":[],"y":[],"a":[]}]}"#,
                false
            ),
            (
                "page",
                #"{"type":"page","page":1,"width":1,"height":1,"runs":[{"role":"base","text":"","font":0,"size":1,"angle":0,"cl":[],"g":[],"x":[],"y":[],"a":[]}]}"#,
                false
            ),
            ("check", #"{"diagnostics":[{"file":"a","line":1,"column":3,"severity":"error","code":"unclosed-ruby","message":"m"}]}"#, true),
            (
                "check", #"{"diagnostics":[{"file":"a","line":1,"column":0,"severity":"error","code":"unclosed-ruby","message":"m"}]}"#,
                false
            ),
            (
                "measure",
                #"{"source":"a","lines":1,"pages":1,"characters":3,"rubies":0,"unit":"pt","fixed":{"width":1,"height":2},"grow":{"width":1,"height":2},"fits":{"source":[0,3],"lines":1}}"#,
                true
            ),
            ("measure", #"{"source":"a","lines":1}"#, false),
            ("answer", #"{"id":"a","ok":false,"error":{"code":"bad-json","message":"m"}}"#, true),
            ("answer", #"{"id":"a","ok":false,"records":[]}"#, false),
            (
                "parse",
                #"{"dialect":"aozora","encoding":"cp932","meta":{"title":"題"},"blocks":[{"para":{"children":[{"text":"朝の"},{"ruby":{"base":"光","reading":"ひかり","kind":"mono"},"source":[3,9]}],"indent":2}},{"blank":2},{"break":"page"}]}"#,
                true
            ),
            ("parse", #"{"dialect":"aozora","encoding":"cp932","meta":{},"blocks":[{"para":{"children":[{"text":""}]}}]}"#, false),
            (
                "parse",
                #"{"dialect":"aozora","encoding":"cp932","meta":{},"blocks":[{"block":{"kind":"hang","n":1,"m":2,"children":[{"heading":{"level":4,"children":[]}}]}}]}"#,
                false
            ),
        ])
    func table(name: String, value: String, isValid: Bool) throws {
        let schema = try #require(Schema.schema(named: name))
        #expect(try validate(value, schema: schema).isEmpty == isValid)
    }

    @Test("the trees of the cases are valid by the schema of parse") func cases() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(
            path: "Cases/markup.json")
        let cases = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [[String: Any]])
        var values = ""
        for entry in cases {
            guard let expected = entry["expected"] as? [String: Any] else { continue }
            var document: [String: Any] = ["dialect": "aozora", "encoding": "utf-8", "meta": expected["meta"] ?? [:]]
            if let inline = expected["inline"] {
                document["blocks"] = [["para": ["children": inline]]]
            } else if let blocks = expected["blocks"] {
                document["blocks"] = blocks
            } else {
                continue
            }
            values += String(decoding: try JSONSerialization.data(withJSONObject: document), as: UTF8.self) + "\n"
        }
        #expect(values.split(separator: "\n").count > 100)
        #expect(try validate(values, schema: #require(Schema.schema(named: "parse"))) == "")
    }

    @Test func unknownNames() {
        #expect(Schema.schema(named: "glyph") == nil)
        for name in Schema.names { #expect(Schema.schema(named: name) != nil) }
    }
}
