/// What is wrong with the text of a line shape, and where.
public struct LineShapeError: Error, Sendable, Equatable, CustomStringConvertible {
    /// UTF-8 offset in the shape's text.
    public let offset: Int
    /// One sentence, no full stop.
    public let message: String
    /// What the author probably meant: text to write instead.
    public let suggestion: String?

    /// An error at a UTF-8 offset.
    public init(offset: Int, message: String, suggestion: String? = nil) {
        self.offset = offset
        self.message = message
        self.suggestion = suggestion
    }

    /// "unknown hole type 'proces'; did you mean 'process'?"
    public var description: String { suggestion.map { "\(message); did you mean '\($0)'?" } ?? message }
}
