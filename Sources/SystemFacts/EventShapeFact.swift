/// The log lines of one daemon or category (`rules/events/<name>.yaml`).
public struct EventFileFact: Sendable {
    /// File name without suffix: "runningboardd".
    public var name: String
    /// Names of the processes that print these lines; empty when any process may.
    public var processes: [String]
    /// Checked only when a line carries a category.
    public var category: String?
    public var subsystem: String?
    /// Byte strings that mark a line of this daemon as one about assertions: such a line that no shape knows is counted.
    public var watch: [String]
    public var shapes: [EventShapeFact]

    public init(
        name: String, processes: [String], category: String?, subsystem: String?, watch: [String],
        shapes: [EventShapeFact]
    ) {
        self.name = name
        self.processes = processes
        self.category = category
        self.subsystem = subsystem
        self.watch = watch
        self.shapes = shapes
    }
}

/// One shape of a log line and the event it stands for.
public struct EventShapeFact: Sendable {
    /// "assertion.acquired"; the vocabulary is `TimelineEvent.Kind`.
    public var event: String
    /// The line as it reads, with holes; see `LineShape`.
    public var line: String
    /// Bytes that every such line has and few others: what a reader looks for over gigabytes.
    public var literal: String
    public var range: VersionRange
    /// Every occurrence in a message is an event (state dumps).
    public var repeats: Bool
    public var source: String

    public init(event: String, line: String, literal: String, range: VersionRange, repeats: Bool, source: String) {
        self.event = event
        self.line = line
        self.literal = literal
        self.range = range
        self.repeats = repeats
        self.source = source
    }
}
