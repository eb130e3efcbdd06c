extension Schema {
    /// A node that is an object of one key, with the properties of its value.
    private static func node(_ key: String, _ properties: String, required: String) -> String {
        ##"{"type":"object","properties":{"\##(key)":{"type":"object","properties":{\##(properties)},"required":[\##(required)],"additionalProperties":false},"##
            + ##""source":{"$ref":"#/$defs/range"}},"required":["\##(key)"],"additionalProperties":false}"##
    }

    /// A node that is an object of one key, with the schema of its value.
    private static func value(_ key: String, _ schema: String) -> String {
        ##"{"type":"object","properties":{"\##(key)":\##(schema),"source":{"$ref":"#/$defs/range"}},"required":["\##(key)"],"additionalProperties":false}"##
    }

    private static let children = ##""children":{"$ref":"#/$defs/inlines"},"source":{"$ref":"#/$defs/range"}"##
    private static let side = #""side":{"enum":["over","under"]}"#
    private static let image =
        ##""src":{"type":"string"},"alt":{"type":"string"},"width":{"type":"integer"},"height":{"type":"integer"},"kind":{"type":"string"},"source":{"$ref":"#/$defs/range"}"##
    private static let note =
        ##""kind":{"enum":["mama","source","ruby-source","ruby-mama","side","other"]},"text":{"type":"string"},"target":{"type":"string"},"source":{"$ref":"#/$defs/range"}"##
    private static let raw = ##""format":{"type":"string"},"text":{"type":"string"},"source":{"$ref":"#/$defs/range"}"##

    private static let inlines: [String] = [
        value("text", #"{"type":"string","minLength":1}"#),
        node(
            "ruby",
            ##""base":{"type":"string"},"reading":{"type":"string"},"kind":{"enum":["mono","group","jukugo"]},"under":{"type":"string"},"##
                + ##""parts":{"type":"array","minItems":2,"items":{"type":"object","properties":{"base":{"type":"string"},"reading":{"type":"string"}},"required":["base","reading"],"additionalProperties":false}},"##
                + ##""base_nodes":{"$ref":"#/$defs/inlines"},"source":{"$ref":"#/$defs/range"}"##,
            required: #""base","kind""#),
        node(
            "emphasis",
            #""mark":{"enum":["sesame","open-sesame","circle","open-circle","triangle","open-triangle","double-circle","fisheye","saltire","dot"]},"#
                + side + "," + children, required: #""mark","children""#),
        node(
            "line", #""style":{"enum":["solid","double","chain","dash","wave"]},"# + side + "," + children, required: #""style","children""#
        ),
        node(
            "style",
            #""name":{"enum":["bold","italic","larger","smaller","superscript","subscript","strike","underline","strong","em","code"]},"#
                + #""n":{"type":"integer"},"# + children, required: #""name","children""#),
        node("tcy", children, required: #""children""#), node("horizontal", children, required: #""children""#),
        node("frame", children, required: #""children""#), node("caption", children, required: #""children""#),
        node("warichu", children, required: #""children""#),
        value("kaeriten", #"{"type":"string"}"#), value("okurigana", #"{"type":"string"}"#),
        node(
            "heading", #""level":{"enum":[1,2,3]},"style":{"enum":["same-line","window"]},"# + children,
            required: #""level","style","children""#),
        node("image", image, required: #""src""#),
        node("gaiji", ##""desc":{"type":"string"},"source":{"$ref":"#/$defs/range"}"##, required: #""desc""#),
        node("note", note, required: #""kind","text""#),
        node("link", #""href":{"type":"string"},"# + children, required: #""href","children""#),
        value("pageref", #"{"type":"integer"}"#), value("br", #"{"const":true}"#),
        node("raw", raw, required: #""format","text""#),
    ]

    private static let blocks: [String] = [
        node(
            "para", #""indent":{"type":"integer"},"align":{"const":"end"},"offset":{"type":"integer"},"joined":{"const":true},"# + children,
            required: #""children""#),
        value("blank", #"{"type":"integer","minimum":1}"#),
        node("heading", #""level":{"enum":[1,2,3]},"indent":{"type":"integer"},"# + children, required: #""level","children""#),
        value("break", #"{"enum":["page","leaf","spread","column"]}"#), value("center_page", #"{"const":true}"#),
        node(
            "block",
            #""kind":{"enum":["indent","hang","end","measure","columns","frame","horizontal","bold","italic","larger","smaller","caption","quote","gothic","warichu","heading"]},"#
                + ##""n":{"type":"integer"},"m":{"type":"integer"},"children":{"$ref":"#/$defs/blocks"},"source":{"$ref":"#/$defs/range"}"##,
            required: #""kind","children""#),
        node("image", image, required: #""src""#), value("rule", #"{"const":true}"#),
        node("raw", raw, required: #""format","text""#), node("note", note, required: #""kind","text""#),
    ]

    private static let metaKeys = ["title", "original_title", "subtitle", "original_subtitle", "author", "editor", "translator"]

    /// The document tree of `rubi parse` (markup.md, 1).
    static let parseDefinitions: [(name: String, body: String)] = [
        (
            "range",
            #"{"description":"bytes of the input, from and to","type":"array","items":{"type":"integer","minimum":0},"minItems":2,"maxItems":2}"#
        ),
        ("inlines", ##"{"type":"array","items":{"$ref":"#/$defs/inline"}}"##),
        ("inline", "{\"oneOf\":[\n      " + inlines.joined(separator: ",\n      ") + "]}"),
        ("blocks", ##"{"type":"array","items":{"$ref":"#/$defs/block"}}"##),
        ("block", "{\"oneOf\":[\n      " + blocks.joined(separator: ",\n      ") + "]}"),
        (
            "meta",
            "{\"type\":\"object\",\"properties\":{" + metaKeys.map { #""\#($0)":{"type":"string"}"# }.joined(separator: ",")
                + #","legend":{"type":"array","items":{"type":"string"}},"colophon":{"type":"array","items":{"type":"string"}}},"additionalProperties":false}"#
        ),
        (
            "parse",
            ##"{"type":"object","properties":{"dialect":{"type":"string"},"encoding":{"type":"string"},"meta":{"$ref":"#/$defs/meta"},"##
                + ##""blocks":{"$ref":"#/$defs/blocks"}},"required":["dialect","encoding","meta","blocks"],"additionalProperties":false}"##
        ),
    ]
}
