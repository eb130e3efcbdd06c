import Foundation
import Testing

/// Pictures beside the manuscript, in every drawn format.
struct PictureTests {
    private static let make = """
        from PIL import Image
        picture = Image.new("RGBA", (40, 20), (0, 0, 0, 0))
        picture.paste((255, 0, 0, 255), (0, 0, 20, 20))
        picture.save("half.png")
        Image.new("RGB", (16, 16), (0, 128, 0)).save("green.jpg", quality=95)
        Image.new("L", (16, 16), 64).save("grey.jpg", quality=95)
        Image.new("CMYK", (16, 16), (255, 0, 0, 0)).save("cyan.jpg", quality=95)
        """
    private static let text = """
        題
        著者

        始め
        ［＃半分赤い図（half.png、横80×縦40）入る］
        中［＃緑（green.jpg）入る］［＃灰（grey.jpg）入る］［＃水色（cyan.jpg）入る］［＃無い図（none.png）入る］［＃上の図（../half.png）入る］終
        """

    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = try Tool.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(Self.text.utf8).write(to: folder.appendingPathComponent("t.txt"))
        #expect(try Tool.shell("/usr/bin/python3 -c '\(Self.make)'", directory: folder).status == 0)
        try body(folder)
    }

    @Test("PDF: images with their transparency, as figures with their text") func pdf() throws {
        try withFolder { folder in
            let outcome = try Tool.shell(
                "rubi -q t.txt -o t.pdf && qpdf --check t.pdf >&2 && pdfimages -list t.pdf | tail -n +3 | awk '{print $3, $4, $5, $6, $9}'; "
                    + "pdftoppm -r 72 -png t.pdf p", directory: folder)
            #expect(
                outcome.text
                    == "image 40 20 rgb image\nsmask 40 20 gray image\nimage 16 16 rgb jpeg\nimage 16 16 gray jpeg\nimage 16 16 rgb image\n",
                "\(outcome.text)\(outcome.errors)")
            let structure = try Tool.shell(
                """
                /usr/bin/python3 -c 'import pikepdf
                pdf = pikepdf.open("t.pdf")
                for o in pdf.objects:
                    if isinstance(o, pikepdf.Dictionary) and str(o.get("/S")) == "/Figure": print(o.Alt)'
                """, directory: folder)
            #expect(structure.text == "半分赤い図\n緑\n灰\n水色\n無い図\n上の図\n", "\(structure.errors)")
            #expect(try colors("p-1.png", in: folder) == "True True True True")
        }
    }

    /// Whether each picture's colour is on a page.
    private func colors(_ file: String, in folder: URL) throws -> String {
        let script = """
            import sys
            from PIL import Image
            colors = [color for _, color in Image.open(sys.argv[1]).convert("RGB").getcolors(1 << 20)]
            near = lambda want: any(all(abs(a - b) < 12 for a, b in zip(color, want)) for color in colors)
            print(near((255, 0, 0)), near((0, 128, 0)), near((64, 64, 64)), near((0, 255, 255)))
            """
        return try Tool.shell("/usr/bin/python3 -c '\(script)' \(file)", directory: folder).text.trimmingCharacters(
            in: .whitespacesAndNewlines)
    }

    @Test("PNG: in colour on a page of black ink, and on the contact sheet") func png() throws {
        try withFolder { folder in
            let outcome = try Tool.shell(
                "rubi -q t.txt -o t.png --dpi 144 && rubi -q t.txt -o s.png --sheet 2x1 --dpi 144", directory: folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
            for file in ["t-1.png", "s.png"] {
                let found = try colors(file, in: folder)
                #expect(found == "True True True True", "\(file)")
            }
        }
    }

    @Test("SVG and HTML hold the files; what is not there is named") func svgAndHTML() throws {
        try withFolder { folder in
            #expect(
                try Tool.shell(
                    "rubi -q t.txt -o t.svg && rubi -q t.txt -o t.html && rsvg-convert -b white t-1.svg -o r.png", directory: folder
                ).status == 0)
            let svg = try String(contentsOf: folder.appendingPathComponent("t-1.svg"), encoding: .utf8)
            let png = try Data(contentsOf: folder.appendingPathComponent("half.png")).base64EncodedString()
            #expect(svg.contains("\"data:image/png;base64,\(png)\""))
            #expect(svg.matches(of: /data:image\/jpeg;base64,/).count == 3)
            #expect(svg.contains("href=\"none.png\"") && !svg.contains("../half.png"))
            #expect(try colors("r.png", in: folder) == "True True True True")
            let html = try String(contentsOf: folder.appendingPathComponent("t.html"), encoding: .utf8)
            #expect(html.contains("\"href\":\"data:image/png;base64,\(png)\""))
            #expect(html.matches(of: /data:image\/jpeg;base64,/).count == 3)
        }
    }
}
