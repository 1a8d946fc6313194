/// Where a statement rests: a byte range of one input, with what a person needs to find it again.
///
/// `source` is the index of a `LedgerEntry`. Offsets and lines are those of the input as it was
/// delivered, before any repair (quoting marks, line ends): a reader can seek to them.
public struct EvidenceLocation: Sendable, Equatable {
    /// Index into `Ledger.entries`.
    public var source: Int
    /// Bytes of the input, from its first byte. Empty when only the line is known.
    public var bytes: Range<Int>
    /// 1-based line of `bytes.lowerBound`; 0 when it was not counted.
    public var line: Int
    /// `$.termination.code` for JSON and property-list inputs.
    public var path: String?
    /// The words themselves, shortened to `EvidenceLocation.excerptLimit` characters. Untrusted text.
    public var excerpt: String

    /// Longest excerpt kept, in UTF-8 bytes; the location leads to the rest.
    public static let excerptLimit = 480

    public init(source: Int, bytes: Range<Int>, line: Int, path: String? = nil, excerpt: String) {
        self.source = source
        self.bytes = bytes
        self.line = line
        self.path = path
        self.excerpt = excerpt
    }
}
