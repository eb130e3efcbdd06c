import RubiLayout

/// The pictures of a PDF, each an object of its own (ISO 32000, 8.9), written when it is first shown.
struct PDFPictures {
    struct Entry {
        /// In the resources of a page it has the name `/I` and this number.
        var number: Int
        var object: Int
        var width: Int
        var height: Int
    }

    private let folder: PictureFolder?
    private let file: PDFFile
    /// By name; nil where there is no picture.
    private var known: [String: Entry?] = [:]
    private(set) var entries: [Entry] = []

    init(folder: PictureFolder?, file: PDFFile) { (self.folder, self.file) = (folder, file) }

    /// The picture with a name that the manuscript gives.
    mutating func entry(_ name: String) throws(OutputError) -> Entry? {
        if let entry = known[name] { return entry }
        var entry: Entry?
        if let picture = folder?.picture(name), let pixels = picture.pixels() {
            let object = file.reserve()
            try write(picture, pixels, as: object)
            let new = Entry(number: entries.count, object: object, width: pixels.width, height: pixels.height)
            entries.append(new)
            entry = new
        }
        known[name] = .some(entry)
        return entry
    }

    private func write(_ picture: Picture, _ pixels: Pixels, as object: Int) throws(OutputError) {
        let size = "/Type/XObject/Subtype/Image/Width \(pixels.width)/Height \(pixels.height)/BitsPerComponent 8"
        switch picture.format {
        case .jpeg:
            let space = Self.components(ofJPEG: picture.bytes) == 1 ? "/DeviceGray" : "/DeviceRGB"
            // Four components, which programs read in different ways, are written as the pixels that libjpeg makes of them.
            if Self.components(ofJPEG: picture.bytes) <= 3 {
                return try file.write(stream: object, size + "/ColorSpace\(space)/Filter/DCTDecode", encoded: picture.bytes)
            }
        case .png: break
        }
        var (colors, opacities) = ([UInt8](), [UInt8]())
        colors.reserveCapacity(pixels.width * pixels.height * 3)
        opacities.reserveCapacity(pixels.width * pixels.height)
        let bytes = pixels.bytes
        for index in stride(from: 0, to: bytes.count, by: 4) {
            colors.append(bytes[index])
            colors.append(bytes[index + 1])
            colors.append(bytes[index + 2])
            opacities.append(bytes[index + 3])
        }
        var mask = ""
        if opacities.contains(where: { $0 != 255 }) {
            let number = file.reserve()
            try file.write(stream: number, size + "/ColorSpace/DeviceGray", opacities)
            mask = "/SMask \(number) 0 R"
        }
        try file.write(stream: object, size + "/ColorSpace/DeviceRGB" + mask, colors)
    }

    /// The number of components in the frame header of a JPEG file (ITU-T T.81, B.2.2); 3 where there is none.
    private static func components(ofJPEG bytes: [UInt8]) -> Int {
        var place = 2
        while place + 9 < bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            // SOF0–SOF15 but DHT, JPG and DAC.
            if 0xC0...0xCF ~= marker, marker != 0xC4, marker != 0xC8, marker != 0xCC { return Int(bytes[place + 9]) }
            place += marker == 0xFF ? 1 : 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
        }
        return 3
    }
}
