/// What is wrong with a predicate (or a key path), and where.
public struct PredicateError: Error, Sendable, Equatable, CustomStringConvertible {
    /// UTF-8 offset in the predicate's text of the token at fault; the text's length when something is missing.
    public let offset: Int
    /// One sentence, no full stop; it names the token.
    public let message: String
    /// What the author probably meant: text to write instead.
    public let suggestion: String?

    /// An error at a UTF-8 offset.
    public init(offset: Int, message: String, suggestion: String? = nil) {
        self.offset = offset
        self.message = message
        self.suggestion = suggestion
    }

    /// "unknown name 'exit.cod'; did you mean 'exit.code'?"
    public var description: String { suggestion.map { "\(message); did you mean '\($0)'?" } ?? message }
}
