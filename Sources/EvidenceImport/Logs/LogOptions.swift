import Matching

/// How logs are read.
public struct LogOptions: Sendable {
    /// Byte strings of which a record must have at least one to be wanted; see `LiteralSearch`.
    public var wanted: @Sendable () -> LiteralSearch
    /// Year of lines that have none; nil takes a year that is said to be assumed.
    public var assumedYear: Int?
    /// Minutes east of UTC for lines without a zone.
    public var zoneMinutes: Int?

    public init(wanted: @escaping @Sendable () -> LiteralSearch, assumedYear: Int? = nil, zoneMinutes: Int? = nil) {
        self.wanted = wanted
        self.assumedYear = assumedYear
        self.zoneMinutes = zoneMinutes
    }

    /// For callers that look at reports only.
    public static let none = LogOptions(wanted: { LiteralSearch([]) })
}
