public import DiagnosticModel

/// One output of `bgdiag timeline`: lives in, bytes out.
///
/// A new output is one new file with a type that conforms, and one line in `TimelineFormat.all`.
public protocol TimelineReporter: Sendable {
    /// The word after `--format`.
    static var name: String { get }
    /// One line for `--help`.
    static var summary: String { get }

    init(options: TimelineOptions)

    /// The whole output in UTF-8, with a line end at its end. Never fails: what the logs lack is left out or said.
    func encode(_ timeline: Timeline, ledger: Ledger) -> [UInt8]
}

/// The timeline's outputs.
public enum TimelineFormat {
    /// In the order `--help` lists them; the first is the default.
    public static let all: [any TimelineReporter.Type] = [
        TimelinePicture.self,
        TimelineSVG.self,
        TimelineChromeTrace.self,
        TimelineCSV.self,
        TimelineJSON.self,
    ]

    /// The output of that name, or nil.
    public static func named(_ name: String) -> (any TimelineReporter.Type)? {
        all.first { $0.name == name }
    }
}

/// What the person who asked may choose. Each output takes what concerns it.
public struct TimelineOptions: Sendable, Equatable {
    /// Terminal columns. Values below 40 count as 40.
    public var width: Int
    public var color: ReportOptions.Color
    /// Only ASCII characters, for terminals and logs that cannot show others.
    public var ascii: Bool
    /// Minutes east of UTC to show times in; nil: the zone of the log they came from.
    public var zoneMinutes: Int?
    /// Most interval rows of one life in the terminal picture.
    public var rowLimit: Int
    /// The window of picture and SVG in microseconds; nil: what is worth seeing.
    public var from: Int64?
    public var to: Int64?
    /// JSON on one line.
    public var compact: Bool
    public var toolVersion: String

    public init(
        width: Int = 80, color: ReportOptions.Color = .none, ascii: Bool = false, zoneMinutes: Int? = nil,
        rowLimit: Int = 14, from: Int64? = nil, to: Int64? = nil, compact: Bool = false, toolVersion: String = ""
    ) {
        self.width = width
        self.color = color
        self.ascii = ascii
        self.zoneMinutes = zoneMinutes
        self.rowLimit = rowLimit
        self.from = from
        self.to = to
        self.compact = compact
        self.toolVersion = toolVersion
    }
}

extension Timeline {
    /// What each log covers, by ledger entry.
    var coverageBySource: [Int: LogCoverage] {
        Dictionary(coverage.map { ($0.source, $0) }, uniquingKeysWith: { first, _ in first })
    }
}

extension Ledger {
    /// "device.log", "notes.json [3]"; nil when the ledger has no such entry.
    func words(_ source: Int) -> String? {
        guard let entry = entry(source) else { return nil }
        return entry.member.map { "\(entry.path) \($0)" } ?? entry.path
    }

    /// "device.log:120".
    func words(_ location: EvidenceLocation?) -> String? {
        guard let location, let path = words(location.source) else { return nil }
        return location.line > 0 ? "\(path):\(location.line)" : path
    }
}
