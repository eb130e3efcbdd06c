extension Schema {
    /// What `check`, `measure`, `stats` and `diff` write with `--format json`.
    static let reportDefinitions: [(name: String, body: String)] = [
        ("natural", #"{"type":"integer","minimum":0}"#),
        ("count", #"{"type":"integer","minimum":1}"#),
        (
            "range",
            ##"{"description":"bytes, from and to","type":"array","prefixItems":[{"$ref":"#/$defs/natural"},{"$ref":"#/$defs/natural"}],"minItems":2,"items":false}"##
        ),
        (
            "size",
            ##"{"type":"object","properties":{"width":{"type":"number"},"height":{"type":"number"}},"required":["width","height"],"additionalProperties":false}"##
        ),
        (
            "check",
            ##"""
            {"type":"object","properties":{
                  "diagnostics":{"description":"sorted by place","type":"array","items":{"type":"object","properties":{
                    "file":{"type":"string"},"line":{"$ref":"#/$defs/count"},"column":{"description":"in Unicode scalars","$ref":"#/$defs/count"},
                    "severity":{"enum":["note","warning","error"]},"code":{"type":"string","pattern":"^[a-z][a-z-]*$"},"message":{"type":"string"}},
                    "required":["file","line","column","severity","code","message"],"additionalProperties":false}}},
                  "required":["diagnostics"],"additionalProperties":false}
            """##
        ),
        (
            "measure",
            ##"""
            {"type":"object","properties":{
                  "source":{"type":"string"},"lines":{"$ref":"#/$defs/natural"},"pages":{"$ref":"#/$defs/natural"},"characters":{"$ref":"#/$defs/natural"},
                  "rubies":{"$ref":"#/$defs/natural"},"unit":{"const":"pt"},
                  "fixed":{"description":"the room needed with --line-height fixed","$ref":"#/$defs/size"},
                  "grow":{"description":"the room needed with --line-height grow","$ref":"#/$defs/size"},
                  "fits":{"description":"what the first frame of the grid holds","type":"object","properties":{
                    "source":{"$ref":"#/$defs/range"},"lines":{"$ref":"#/$defs/natural"}},"required":["source","lines"],"additionalProperties":false}},
                  "required":["source","lines","pages","characters","rubies","unit","fixed","grow"],"additionalProperties":false}
            """##
        ),
        (
            "stats",
            ##"""
            {"type":"object","properties":{
                  "source":{"type":"string"},"characters":{"description":"without readings, notes and blanks","$ref":"#/$defs/natural"},
                  "paragraphs":{"$ref":"#/$defs/natural"},"sentences":{"$ref":"#/$defs/natural"},
                  "sheets":{"description":"of manuscript paper, 20 × 20","$ref":"#/$defs/natural"},
                  "kanji":{"$ref":"#/$defs/natural"},"hiragana":{"$ref":"#/$defs/natural"},"katakana":{"$ref":"#/$defs/natural"},
                  "kanjiByGrade":{"description":"taught in the school years 1 to 6, and later","type":"array","items":{"$ref":"#/$defs/natural"},"minItems":7,"maxItems":7},
                  "rubies":{"$ref":"#/$defs/natural"},"kanjiWithRuby":{"$ref":"#/$defs/natural"},
                  "readingEase":{"description":"50 is the average, more is easier; absent without a sentence","type":"number"},
                  "minutes":{"type":"object","properties":{"silent":{"$ref":"#/$defs/natural"},"aloud":{"$ref":"#/$defs/natural"}},
                    "required":["silent","aloud"],"additionalProperties":false}},
                  "required":["source","characters","paragraphs","sentences","sheets","kanji","hiragana","katakana","kanjiByGrade","rubies","kanjiWithRuby","minutes"],
                  "additionalProperties":false}
            """##
        ),
        (
            "place",
            ##"""
            {"type":"object","properties":{"line":{"$ref":"#/$defs/count"},"column":{"description":"in Unicode scalars","$ref":"#/$defs/count"},
                  "page":{"$ref":"#/$defs/count"}},"required":["line","column"],"additionalProperties":false}
            """##
        ),
        (
            "diff",
            ##"""
            {"type":"object","properties":{
                  "from":{"type":"string"},"to":{"type":"string"},
                  "changes":{"type":"array","items":{"type":"object","properties":{
                    "kind":{"enum":["text","ruby"]},"from":{"$ref":"#/$defs/place"},"to":{"$ref":"#/$defs/place"},
                    "old":{"description":"the text, or the reading; empty where there is none","type":"string"},"new":{"type":"string"},
                    "before":{"type":"string"},"after":{"type":"string"},"base":{"description":"what the reading stands over","type":"string"}},
                    "required":["kind","from","to","old","new"],"additionalProperties":false}},
                  "pages":{"type":"object","properties":{"from":{"$ref":"#/$defs/natural"},"to":{"$ref":"#/$defs/natural"},
                    "changed":{"description":"numbers of the pages that hold other lines","type":"array","items":{"$ref":"#/$defs/count"}}},
                    "required":["from","to","changed"],"additionalProperties":false}},
                  "required":["from","to","changes","pages"],"additionalProperties":false}
            """##
        ),
    ]
}
