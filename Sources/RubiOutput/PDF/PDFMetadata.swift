import RubiLayout

/// What a PDF says of itself: the information dictionary and the same in XMP.
struct PDFMetadata {
    private static let producer = "rubi"
    private let title: String?
    private let author: String?
    private let isVersion2: Bool
    private let date: Int?

    init(_ document: DocumentRecord, options: PDFOptions) {
        title = document.meta.title
        author = document.meta.author
        isVersion2 = options.version == .v20
        date = options.date
    }

    /// The information dictionary.
    var information: String {
        var entries = ""
        // PDF 2.0 knows only the dates.
        if !isVersion2 {
            if let title { entries += "/Title" + PDFText.string(title) }
            if let author { entries += "/Author" + PDFText.string(author) }
            entries += "/Producer(\(Self.producer))"
        }
        if let date {
            let day = CivilDate(secondsSince1970: date)
            entries += "/CreationDate(D:\(day.digits)Z)/ModDate(D:\(day.digits)Z)"
        }
        return "<<\(entries)>>"
    }

    /// The XMP packet (ISO 16684-1). PDF/UA asks for a title, so the file says that it keeps to it only where there is one.
    func packet() throws -> [UInt8] {
        let sink = ByteSink()
        try sink.write(
            """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" \
            xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">

            """)
        try sink.write("<dc:format>application/pdf</dc:format><dc:language><rdf:Bag><rdf:li>ja</rdf:li></rdf:Bag></dc:language>\n")
        if let title {
            try sink.write("<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">")
            try XMLText.write(title, to: sink)
            try sink.write("</rdf:li></rdf:Alt></dc:title>\n")
        }
        if let author {
            try sink.write("<dc:creator><rdf:Seq><rdf:li>")
            try XMLText.write(author, to: sink)
            try sink.write("</rdf:li></rdf:Seq></dc:creator>\n")
        }
        try sink.write(string: "<pdf:Producer>\(Self.producer)</pdf:Producer>\n")
        if let date {
            let day = CivilDate(secondsSince1970: date)
            try sink.write(string: "<xmp:CreateDate>\(day.iso)</xmp:CreateDate><xmp:ModifyDate>\(day.iso)</xmp:ModifyDate>\n")
        }
        if title != nil { try sink.write(isVersion2 ? Self.universalAccess2 : Self.universalAccess1) }
        try sink.write("</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>\n")
        return sink.takeBytes()
    }

    private static let universalAccess1: StaticString = "<pdfuaid:part>1</pdfuaid:part>\n"
    private static let universalAccess2: StaticString = "<pdfuaid:part>2</pdfuaid:part><pdfuaid:rev>2024</pdfuaid:rev>\n"
}

/// A moment in UTC by the calendar.
struct CivilDate {
    private let fields: [Int]

    init(secondsSince1970 seconds: Int) {
        var days = seconds / 86400
        var rest = seconds % 86400
        if rest < 0 { (days, rest) = (days - 1, rest + 86400) }
        // Days count from 1 March of the year 0, in eras of 400 years (146,097 days).
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let day = shifted - era * 146_097
        let year = (day - day / 1460 + day / 36524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let calendarMonth = month < 10 ? month + 3 : month - 9
        fields = [
            year + era * 400 + (calendarMonth <= 2 ? 1 : 0), calendarMonth, dayOfYear - (153 * month + 2) / 5 + 1, rest / 3600,
            rest / 60 % 60, rest % 60,
        ]
    }

    private func field(_ index: Int) -> String {
        let digits = String(fields[index])
        let width = index == 0 ? 4 : 2
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    /// `20261130093000`.
    var digits: String { fields.indices.map(field).joined() }

    /// `2026-11-30T09:30:00Z`.
    var iso: String { "\(field(0))-\(field(1))-\(field(2))T\(field(3)):\(field(4)):\(field(5))Z" }
}
