/// What a link of a manuscript names.
enum LinkTarget {
    private static let schemes = ["http", "https", "mailto", "tel"]

    /// Whether an output may lead there: a page of the web, an address, or a place relative to the output. Other schemes (`javascript:`, `file:`, `data:`) do more than
    /// lead somewhere. Blanks and controls do not count, as browsers leave them out of a scheme (WHATWG URL, 4.4).
    static func isAllowed(_ target: ArraySlice<UInt8>) -> Bool {
        var scheme: [UInt8] = []
        for byte in target where byte > 0x20 {
            switch byte {
            case UInt8(ascii: ":"): return schemes.contains { $0.utf8.elementsEqual(scheme) }
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\"): return true
            default: scheme.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            }
        }
        return true
    }
}
