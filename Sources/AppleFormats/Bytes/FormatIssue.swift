/// Something odd or lost while reading one structure; reading went on.
public struct FormatIssue: Sendable, Equatable {
    /// Closed list: every code has one meaning and one severity.
    public enum Code: String, Sendable, CaseIterable {
        case jsonTruncated = "json-truncated"
        case jsonMalformed = "json-malformed"
        case depthLimit = "depth-limit"
        case countLimit = "count-limit"
        case trailingBytes = "trailing-bytes"
        case notUTF8 = "not-utf8"
        case nulBytes = "nul-bytes"
        case quotingRemoved = "quoting-removed"
        case flattened = "flattened"
        case textTruncated = "text-truncated"
        case wrongType = "wrong-type"
        case headerMissing = "header-missing"
        case bodyMissing = "body-missing"
        case plistMalformed = "plist-malformed"
        case plistRefused = "plist-refused"
        case plistTruncated = "plist-truncated"
        case unknownKind = "unknown-kind"
        case thirdParty = "third-party"
        /// Evidence of a kind that this version cannot read: the answer is not whole without it.
        case unreadEvidence = "unread-evidence"

        public var severity: Severity {
            switch self {
            case .trailingBytes, .quotingRemoved, .headerMissing, .unknownKind, .thirdParty, .flattened: .info
            case .notUTF8, .nulBytes, .wrongType: .notice
            case .jsonTruncated, .jsonMalformed, .depthLimit, .countLimit, .textTruncated, .bodyMissing,
                .plistTruncated, .unreadEvidence:
                .dataLoss
            case .plistMalformed, .plistRefused: .error
            }
        }
    }

    public enum Severity: String, Sendable {
        case info, notice
        case dataLoss = "data-loss"
        case error
    }

    public var code: Code
    public var message: String
    /// Absolute byte offset in the input.
    public var offset: Int?
    /// JSON or property-list path.
    public var path: String?

    public init(_ code: Code, _ message: String, at offset: Int? = nil, path: String? = nil) {
        self.code = code
        self.message = message
        self.offset = offset
        self.path = path
    }
}
