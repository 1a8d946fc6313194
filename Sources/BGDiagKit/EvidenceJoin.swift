import DiagnosticModel

/// Joins what several inputs say about the same process life: a crash report and the log lines of pid 4321 are one
/// story and become one incident.
struct EvidenceJoin {
    let timeline: Timeline
    private var reports: [DiagnosticRecord]
    /// Lives that some rule may speak of.
    private var lives: [DiagnosticRecord]
    /// Logs of which a life was joined with a report.
    private var takenSources: Set<Int> = []

    /// - Parameter isWanted: which lives are looked at even when no report tells of the same process.
    init(reports: [DiagnosticRecord], timeline: Timeline, isWanted: (ProcessLife) -> Bool) {
        self.timeline = timeline
        self.reports = reports
        let pids = Set(reports.compactMap(\.process.pid))
        let coverage = Dictionary(timeline.coverage.map { ($0.source, $0) }, uniquingKeysWith: { first, _ in first })
        lives = timeline.lives.filter { life in isWanted(life) || life.process.pid.map(pids.contains) ?? false }
            .map { LifeRecord.make($0, coverage: coverage[$0.source]) }
    }

    /// A report is written within this time of the end it tells of.
    static let window: Int64 = 120_000_000

    /// Reports first, each with what the logs add; then the lives that have no report.
    mutating func records() -> (reports: [DiagnosticRecord], lives: [DiagnosticRecord]) {
        var taken: Set<Int> = []
        for index in reports.indices where !reports[index].isExcerpt {
            guard let match = lives.indices.first(where: { !taken.contains($0) && isSame(reports[index], lives[$0]) })
            else { continue }
            taken.insert(match)
            takenSources.insert(lives[match].source)
            reports[index].absorb(lives[match])
        }
        var rest = lives.indices.filter { !taken.contains($0) }.map { lives[$0] }
        reports = reports.compactMap { joinExcerpt($0, &rest) }
        return (reports, rest)
    }

    private func isSame(_ report: DiagnosticRecord, _ life: DiagnosticRecord) -> Bool {
        guard let pid = report.process.pid, pid == life.process.pid, report.kind == .crash || report.kind == .jetsam,
            life.life?.exited == true || life.source == report.source
        else { return false }
        guard Self.agree(report.process, life.process) else { return false }
        return areClose(report, life)
    }

    /// Bundle with bundle, name with name; some reports have the bundle where the name should be.
    private static func agree(_ a: ProcessIdentity, _ b: ProcessIdentity) -> Bool {
        if let x = a.bundleID, let y = b.bundleID { return x == y }
        if let x = a.name, let y = b.name { return x.hasPrefix(y) || y.hasPrefix(x) }
        return true
    }

    /// Undated logs and unknown zones cannot be compared; the pid and the name then decide.
    private func areClose(_ report: DiagnosticRecord, _ life: DiagnosticRecord) -> Bool {
        guard let at = report.captured?.microseconds, let end = life.captured?.microseconds,
            let coverage = timeline.coverage.first(where: { $0.source == life.source })
        else { return true }
        if coverage.dateSource == .assumed { return true }
        var difference = at - end
        if coverage.yearSource == .assumed {
            // Only the year is missing: compare within one.
            let year: Int64 = 31_556_952_000_000
            difference = difference % year
            if difference > year / 2 { difference -= year }
            if difference < -year / 2 { difference += year }
            return abs(difference) < 2 * 86_400_000_000
        }
        if coverage.zoneSource == .assumed { return abs(difference) < 15 * 3_600_000_000 }
        return abs(difference) < Self.window
    }

    /// Loose words found in a text that is also a log: they belong to the one life that was ended there.
    private func joinExcerpt(_ excerpt: DiagnosticRecord, _ rest: inout [DiagnosticRecord]) -> DiagnosticRecord? {
        guard excerpt.isExcerpt else { return excerpt }
        // The life it belongs to is told with its report.
        if takenSources.contains(excerpt.source) { return nil }
        let ended = rest.indices.filter { rest[$0].source == excerpt.source && rest[$0].life?.killed == true }
        if ended.count == 1 {
            // Another code is another end.
            if let mine = excerpt.termination.code, let other = rest[ended[0]].termination.code, mine != other {
                return excerpt
            }
            rest[ended[0]].fillTermination(from: excerpt)
            return nil
        }
        if ended.count > 1 { return nil }
        // The shapes know the lines of a log better than a search for words in all of it.
        if excerpt.isQuotation { return nil }
        guard excerpt.termination.code == nil else { return excerpt }
        if let covered = timeline.coverage.first(where: { $0.source == excerpt.source }) {
            let namesProcesses = covered.styles.contains {
                !["lines without a time", "lines with a time"].contains($0)
            }
            if namesProcesses || excerpt.termination.cause == nil { return nil }
        }
        return excerpt
    }
}

extension DiagnosticRecord {
    /// Adds what the log knows to a report.
    mutating func absorb(_ other: DiagnosticRecord) {
        life = other.life
        lifeID = other.lifeID
        if process.bundleID == nil { process.bundleID = other.process.bundleID }
        fillTermination(from: other)
        for interval in other.assertions
        where !assertions.contains(where: { $0.name == interval.name && $0.kind == interval.kind }) {
            assertions.append(interval)
        }
        for (field, places) in other.moreLocations { moreLocations[field, default: []] += places }
        if locations[.event] == nil { locations[.event] = other.locations[.event] }
    }

    /// Takes the parts of a termination that this record lacks.
    mutating func fillTermination(from other: DiagnosticRecord) {
        let end = other.termination
        if termination.code == nil { termination.code = end.code }
        if termination.canonicalNamespace == nil {
            termination.namespace = end.namespace
            termination.canonicalNamespace = end.canonicalNamespace
            termination.namespaceNumber = end.namespaceNumber
        }
        termination.cause = termination.cause ?? end.cause
        termination.watchdogEvent = termination.watchdogEvent ?? end.watchdogEvent
        termination.allowance = termination.allowance ?? end.allowance
        termination.clock = termination.clock ?? end.clock
        termination.explanation = termination.explanation ?? end.explanation
        termination.isTruncated = termination.isTruncated || end.isTruncated
        if termination.lockedFiles.isEmpty { termination.lockedFiles = end.lockedFiles }
        for (field, location) in other.locations where locations[field] == nil { locations[field] = location }
        if exception.isEmpty { exception = other.exception }
    }
}

extension DiagnosticRecord {
    /// Words about a kill in source code, a test's output or a search result: no process has such a name, no assertion
    /// a format.
    fileprivate var isQuotation: Bool {
        let name = termination.target?.name ?? ""
        let isNoName =
            name.contains("/") || name.contains("\"") || name.contains("(") || name.hasSuffix(":")
            || name.utf8.count > 100
        return isNoName || assertions.contains { $0.name?.contains("%@") ?? false }
    }
}
