/// Reads property lists, binary (`bplist00`) and XML. Input is untrusted; what it may ask for is bounded by
/// `Limits`, and nothing is ever fetched.
public enum PropertyListReader {
    /// Whether the first bytes are those of a property list: `bplist` and a version, or, after a byte-order
    /// mark and white space, an XML declaration, Apple's document type or a `plist` element. Looks at 4 KiB at most.
    ///
    /// An XML declaration alone is not enough: what follows it must not be another kind of document.
    public static func looksLikePropertyList(_ bytes: [UInt8]) -> Bool {
        if BinaryPropertyList.hasSignature(bytes) { return true }
        return XMLPropertyListProlog.looksLikePropertyList(bytes)
    }

    /// Reads a whole list.
    ///
    /// A damaged list gives what stands: a value that cannot be read is `null` with an issue at its offset, and of
    /// a cut XML list the complete values are kept with a `plist-truncated` issue. A cut binary list has lost its
    /// trailer, and with it everything.
    ///
    /// - Parameter bytes: the file, from its first byte.
    /// - Returns: the root value, and what was odd or lost (at most `Limits.issuesPerInput`, then a count).
    /// - Throws: when no root can be read (`truncated`, `malformed`, `unsupported`) and for input made to hurt:
    ///   `refused` (cycles, entities, document type with an internal subset) and `limitExceeded`
    ///   (`Limits.propertyListDepth`, `propertyListNodes`, `xmlTextBytes`).
    public static func read(
        _ bytes: [UInt8]
    ) throws(ParseError) -> (root: PropertyListNode, issues: [FormatIssue]) {
        if BinaryPropertyList.hasSignature(bytes) {
            var decoder = BinaryPropertyListDecoder(try BinaryPropertyList(bytes))
            let root = try decoder.decode()
            return (root, decoder.issues.all)
        }
        guard let prolog = XMLPropertyListProlog(bytes) else {
            throw bytes.isEmpty
                ? ParseError(.truncated, at: 0, "empty file, expected a property list")
                : ParseError(.malformed, at: 0, "expected a property list: neither bplist nor XML")
        }
        return try XMLPropertyList.read(bytes, prolog)
    }
}
