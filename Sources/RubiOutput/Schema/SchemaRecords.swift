extension Schema {
    /// The records of rubi/1, and the answer of the pipe that carries them.
    static let recordDefinitions: [(name: String, body: String)] = [
        ("natural", #"{"type":"integer","minimum":0}"#),
        ("count", #"{"type":"integer","minimum":1}"#),
        ("number", ##"{"description":"points, to the thousandth","type":"number"}"##),
        (
            "range",
            ##"{"description":"bytes, from and to","type":"array","prefixItems":[{"$ref":"#/$defs/natural"},{"$ref":"#/$defs/natural"}],"minItems":2,"items":false}"##
        ),
        ("naturals", ##"{"type":"array","items":{"$ref":"#/$defs/natural"}}"##),
        ("numbers", ##"{"type":"array","items":{"$ref":"#/$defs/number"}}"##),
        (
            "document",
            ##"""
            {"type":"object","properties":{
                  "type":{"const":"document"},"schema":{"const":"rubi/1"},
                  "source":{"description":"the manuscript's name; <stdin> for standard input","type":"string"},
                  "dialect":{"enum":["aozora","narou","kakuyomu","hameln","alphapolis","pixiv","denden","vfm","html","latex","typst","paren","plain"]},
                  "encoding":{"enum":["utf-8","utf-16","cp932","euc-jp","iso-2022-jp","shift_jisx0213"]},
                  "title":{"type":"string"},"author":{"type":"string"},
                  "unit":{"const":"pt"},"direction":{"enum":["vertical","horizontal"]},
                  "page":{"description":"absent with --page none","type":"object","properties":{"width":{"$ref":"#/$defs/number"},"height":{"$ref":"#/$defs/number"}},
                    "required":["width","height"],"additionalProperties":false},
                  "measure":{"description":"characters a line","$ref":"#/$defs/natural"},
                  "fonts":{"description":"the chain; runs name a font by its id","type":"array","items":{"type":"object","properties":{
                    "id":{"$ref":"#/$defs/natural"},"family":{"type":"string"},"style":{"type":"string"},
                    "file":{"description":"file name without its folder","type":"string"},"index":{"$ref":"#/$defs/natural"},
                    "upem":{"$ref":"#/$defs/count"},"features":{"type":"array","items":{"type":"string"}}},
                    "required":["id","family","style","file","index","upem","features"],"additionalProperties":false}}},
                  "required":["type","schema","source","dialect","encoding","unit","direction","measure","fonts"],"additionalProperties":false}
            """##
        ),
        (
            "page",
            ##"""
            {"type":"object","properties":{
                  "type":{"const":"page"},"page":{"$ref":"#/$defs/count"},"width":{"$ref":"#/$defs/number"},"height":{"$ref":"#/$defs/number"},
                  "runs":{"description":"what stands outside the frame","type":"array","items":{"$ref":"#/$defs/run"}}},
                  "required":["type","page","width","height","runs"],"additionalProperties":false}
            """##
        ),
        (
            "line",
            ##"""
            {"type":"object","properties":{
                  "type":{"const":"line"},"page":{"$ref":"#/$defs/count"},"column":{"description":"in its page","$ref":"#/$defs/count"},
                  "line":{"description":"in its column","$ref":"#/$defs/count"},"paragraph":{"description":"in the document","$ref":"#/$defs/count"},
                  "matter":{"description":"front and back matter alone","enum":["front","back"]},
                  "x":{"description":"where the line starts, on its base line: the left end of a horizontal one, the top of a vertical one","$ref":"#/$defs/number"},
                  "y":{"$ref":"#/$defs/number"},
                  "advance":{"description":"to the end of the last glyph's space","$ref":"#/$defs/number"},"measure":{"$ref":"#/$defs/number"},
                  "over":{"description":"how far the line reaches above or to the right of its base line","$ref":"#/$defs/number"},
                  "under":{"$ref":"#/$defs/number"},
                  "source":{"description":"bytes of the input as it was read","$ref":"#/$defs/range"},
                  "text":{"description":"the base text","type":"string"},
                  "runs":{"type":"array","items":{"$ref":"#/$defs/run"}}},
                  "required":["type","page","column","line","paragraph","x","y","advance","measure","over","under","source","text","runs"],"additionalProperties":false}
            """##
        ),
        (
            "run",
            ##"""
            {"type":"object","properties":{
                  "role":{"enum":["base","ruby","emphasis","tate-chu-yoko","warichu","note","kaeriten","okurigana","folio","header"]},
                  "text":{"description":"the run's own text","type":"string"},
                  "ruby":{"description":"number in the document","$ref":"#/$defs/count"},"kind":{"enum":["mono","group","jukugo"]},"side":{"enum":["over","under"]},
                  "base":{"description":"bytes of the line's text","$ref":"#/$defs/range"},
                  "part":{"description":"of a ruby that was broken: which, of how many","type":"array","prefixItems":[{"$ref":"#/$defs/count"},{"$ref":"#/$defs/count"}],"minItems":2,"items":false},
                  "reading":{"type":"string"},"rules":{"description":"the rules that placed it","type":"array","items":{"type":"string","pattern":"^R[0-9]+$"}},
                  "font":{"$ref":"#/$defs/natural"},"size":{"$ref":"#/$defs/number"},"angle":{"description":"90: turned clockwise","enum":[0,90]},
                  "cl":{"description":"byte of the cluster in the line's text, the reading or the run's own text","$ref":"#/$defs/naturals"},
                  "g":{"description":"glyph ids","$ref":"#/$defs/naturals"},
                  "x":{"description":"origins from the page's top left corner","$ref":"#/$defs/numbers"},"y":{"$ref":"#/$defs/numbers"},
                  "a":{"description":"advances along the line","$ref":"#/$defs/numbers"}},
                  "required":["role","font","size","angle","cl","g","x","y","a"],"additionalProperties":false,
                  "allOf":[
                    {"if":{"properties":{"role":{"const":"ruby"}}},"then":{"required":["ruby","kind","side","base","reading","rules"]},
                      "else":{"properties":{"ruby":false,"kind":false,"side":false,"base":false,"part":false,"reading":false,"rules":false}}},
                    {"if":{"properties":{"role":{"enum":["note","kaeriten","okurigana","folio","header"]}}},"then":{"required":["text"]},"else":{"properties":{"text":false}}}]}
            """##
        ),
        (
            "end",
            ##"""
            {"type":"object","properties":{
                  "type":{"const":"end"},"pages":{"$ref":"#/$defs/natural"},"lines":{"$ref":"#/$defs/natural"},"glyphs":{"$ref":"#/$defs/natural"},
                  "characters":{"$ref":"#/$defs/natural"},"rubies":{"$ref":"#/$defs/natural"},"warnings":{"$ref":"#/$defs/natural"},"errors":{"$ref":"#/$defs/natural"}},
                  "required":["type","pages","lines","glyphs","characters","rubies","warnings","errors"],"additionalProperties":false}
            """##
        ),
        (
            "answer",
            ##"""
            {"oneOf":[
                  {"type":"object","properties":{"id":true,"ok":{"const":true},
                    "records":{"type":"array","items":{"oneOf":[{"$ref":"#/$defs/document"},{"$ref":"#/$defs/page"},{"$ref":"#/$defs/line"},{"$ref":"#/$defs/end"}]}}},
                    "required":["id","ok","records"],"additionalProperties":false},
                  {"type":"object","properties":{"id":true,"ok":{"const":false},
                    "error":{"type":"object","properties":{"code":{"type":"string"},"message":{"type":"string"}},"required":["code","message"],"additionalProperties":false}},
                    "required":["id","ok","error"],"additionalProperties":false}]}
            """##
        ),
    ]
}
