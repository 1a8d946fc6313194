/// Why reading had to stop at a place. Thrown inside `AppleFormats` only; the loop that knows the
/// record's length catches it, keeps what it has, and goes on behind the record.
public struct ParseError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Kind: String, Sendable {
        /// The input ends before the value does.
        case truncated
        /// Bytes that the format does not allow here.
        case malformed
        /// A value outside the limits of `Limits`.
        case limitExceeded = "limit-exceeded"
        /// Legal in the format, refused by us because it is only used in attacks (entities, cycles).
        case refused
        /// Legal, but of a version or kind this reader does not know.
        case unsupported
    }

    public var kind: Kind
    /// Absolute byte offset in the input.
    public var offset: Int
    /// What was expected and what stood there.
    public var context: String

    public init(_ kind: Kind, at offset: Int, _ context: String) {
        self.kind = kind
        self.offset = offset
        self.context = context
    }

    public var description: String { "\(kind.rawValue) at byte \(offset): \(context)" }
}
