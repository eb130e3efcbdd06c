/// The JSON Schemas (draft 2020-12) of what rubi writes as JSON (output.md).
public enum Schema {
    /// Names that `schema(named:)` knows.
    public static let names = ["document", "page", "line", "end", "parse", "check", "measure", "stats", "diff", "answer"]

    /// The schema of any record of rubi/1.
    public static var record: String {
        whole(
            "record", #""oneOf":["# + recordNames.map { ##"{"$ref":"#/$defs/\##($0)"}"## }.joined(separator: ",") + "]", recordDefinitions)
    }

    /// The schema of one kind of output; nil for a name that is not among `names`.
    public static func schema(named name: String) -> String? {
        let definitions: [(name: String, body: String)]
        switch name {
        case "document", "page", "line", "end", "answer": definitions = recordDefinitions
        case "parse": definitions = parseDefinitions
        case "check", "measure", "stats", "diff": definitions = reportDefinitions
        default: return nil
        }
        return whole(name, ##""$ref":"#/$defs/\##(name)""##, definitions)
    }

    private static let recordNames = ["document", "page", "line", "end"]

    private static func whole(_ name: String, _ body: String, _ definitions: [(name: String, body: String)]) -> String {
        let list = definitions.map { "    \"\($0.name)\": \($0.body)" }.joined(separator: ",\n")
        return """
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "$id": "urn:rubi:1:\(name)",
              \(body),
              "$defs": {
            \(list)
              }
            }

            """
    }
}
