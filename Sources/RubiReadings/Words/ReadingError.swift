/// Why readings cannot be found.
public enum ReadingError: Error, Equatable, CustomStringConvertible {
    /// MeCab or its dictionary is missing or unfit; the text says what to do.
    case dictionary(String)
    /// A list of words cannot be understood: the line, from 1, and why.
    case list(line: Int, String)

    /// What to tell the user.
    public var description: String {
        switch self {
        case .dictionary(let reason): "the dictionary: \(reason)"
        case .list(let line, let reason): "line \(line): \(reason)"
        }
    }
}
