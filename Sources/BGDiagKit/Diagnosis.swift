import AssertionTimeline
import DiagnosticModel
import EvidenceImport
import RuleEngine
import ThreadAnalysis

/// Evidence in, `DiagnosisReport` out: the one call that the command and other programs use.
///
///     var diagnosis = Diagnosis()
///     diagnosis.add(path: "crash.ips")
///     let report = diagnosis.report()
///
/// Nothing is thrown for damaged or unreadable evidence: what could not be read is in the report's ledger.
public struct Diagnosis {
    /// The tool's version, written into every report.
    public static let version = "0.1.0"

    private var importer: EvidenceImporter
    private var analyzer = ThreadAnalyzer()
    private let worker = TimelineWorker()
    private let evaluator: RuleEvaluator
    private var records: [DiagnosticRecord] = []
    private let filter: IncidentFilter

    public init(
        rules: RuleSet = .builtIn, filter: IncidentFilter = IncidentFilter(), logs: LogSelection = LogSelection()
    ) {
        evaluator = RuleEvaluator(rules)
        importer = EvidenceImporter(
            logs: LogOptions(
                wanted: { EventShapes.builtIn.search }, assumedYear: logs.assumedYear, zoneMinutes: logs.zoneMinutes))
        self.filter = filter
    }

    /// Reads a file, or `-` for standard input; folders are walked by the caller with `EvidencePaths`.
    public mutating func add(path: String) {
        let found = importer.importFile(path) { [worker] in worker.add($0) }
        take(found)
    }

    /// Reads bytes already in memory; `path` is the name they get in the ledger.
    public mutating func add(bytes: [UInt8], path: String) {
        let found = importer.importBytes(bytes, path: path) { [worker] in worker.add($0) }
        take(found)
    }

    private mutating func take(_ found: [DiagnosticRecord]) {
        for var record in found {
            analyzer.analyze(&record)
            records.append(record)
        }
    }

    public var ledger: Ledger { importer.ledger }

    /// Everything the logs show, joined with nothing else.
    public mutating func timeline() -> Timeline {
        if let timeline = finished { return timeline }
        var timeline = worker.finish(coverage: importer.coverage)
        timeline.coverage = importer.coverage
        finished = timeline
        return timeline
    }

    private var finished: Timeline?

    public mutating func report() -> DiagnosisReport {
        let timeline = timeline()
        var report = DiagnosisReport(toolVersion: Self.version)
        report.timeline = timeline
        // A device's log has thousands of lives with nothing to say.
        let skipsQuiet = evaluator.ruleSet.isBuiltInOnly && !filter.isNarrow
        var join = EvidenceJoin(reports: records, timeline: timeline) { !skipsQuiet || !$0.summary.isQuiet }
        report.quietLives = timeline.quietLivesDropped
        if skipsQuiet { report.quietLives += timeline.lives.count { $0.summary.isQuiet } }
        let (reports, lives) = join.records()
        for record in reports {
            guard admits(record, &report) else { continue }
            report.incidents.append(evaluator.diagnose(record, id: report.incidents.count))
        }
        addLives(lives, &report)
        dropEchoes(&report)
        report.ledger = importer.ledger
        report.ruleCount = evaluator.ruleSet.rules.count
        return report
    }

    /// Lives that were not even looked at, the most telling first, when there is nothing else to show.
    private func restOfQuiet(_ timeline: Timeline) -> [Incident] {
        guard evaluator.ruleSet.isBuiltInOnly, !filter.isNarrow else { return [] }
        let lives = timeline.lives.filter(\.summary.isQuiet).sorted { a, b in
            if a.process.isDaemon != b.process.isDaemon { return b.process.isDaemon }
            return (a.summary.taskCount, a.intervals.count, b.id) > (b.summary.taskCount, b.intervals.count, a.id)
        }
        return lives.prefix(Self.quietLives).map { life in
            let coverage = timeline.coverage.first { $0.source == life.source }
            return evaluator.diagnose(LifeRecord.make(life, coverage: coverage), id: 0)
        }
    }

    /// Loose words that say no more than the life they were found in: one incident is enough.
    private func dropEchoes(_ report: inout DiagnosisReport) {
        let told = report.incidents.filter { $0.record.kind == .processLife && $0.verdict != "none" }
        report.incidents.removeAll { incident in
            incident.record.isExcerpt
                && told.contains { life in
                    life.record.source == incident.record.source
                        && (life.verdict == incident.verdict || ["none", "unknown"].contains(incident.verdict))
                }
        }
        for index in report.incidents.indices { report.incidents[index].id = index }
    }

    private func admits(_ record: DiagnosticRecord, _ report: inout DiagnosisReport) -> Bool {
        if filter.admits(record) { return true }
        report.filteredOut += 1
        return false
    }

    /// Quiet lives shown when a log has nothing else to show.
    static let quietLives = 20

    /// A log speaks of every process on the device; those with something to say become incidents.
    private func addLives(_ lives: [DiagnosticRecord], _ report: inout DiagnosisReport) {
        var quiet: [Incident] = []
        for record in lives {
            let incident = evaluator.diagnose(record, id: 0)
            let isService = record.process.isDaemon && !filter.isNarrow
            if isService, !incident.findings.isEmpty { continue }
            guard !incident.findings.isEmpty || incident.verdict == "unknown" else {
                quiet.append(incident)
                continue
            }
            guard admits(record, &report) else { continue }
            report.incidents.append(incident)
            report.incidents[report.incidents.count - 1].id = report.incidents.count - 1
        }
        report.quietLives += quiet.count
        let isSilent = report.incidents.isEmpty
        guard isSilent || filter.isNarrow else { return }
        if quiet.count < Self.quietLives { quiet += restOfQuiet(report.timeline) }
        let told = quiet.filter { filter.admits($0.record) }.sorted { a, b in
            QuietOrder.rank(a) != QuietOrder.rank(b)
                ? QuietOrder.rank(a) > QuietOrder.rank(b) : a.record.lifeIndex < b.record.lifeIndex
        }
        for var incident in told.prefix(Self.quietLives) {
            incident.id = report.incidents.count
            report.incidents.append(incident)
        }
    }
}

/// Which quiet lives are worth a line: apps with tasks before daemons without.
private enum QuietOrder {
    static func rank(_ incident: Incident) -> Int {
        let life = incident.record.life
        var rank = min(life?.taskCount ?? 0, 50) * 4
        if incident.record.assertions.contains(where: { !$0.isSystem }) { rank += 100 }
        if life?.exited == true { rank += 50 }
        if life?.wasInBackground == true { rank += 10 }
        if incident.record.process.pid != nil { rank += 1 }
        return rank
    }
}

extension DiagnosticRecord {
    fileprivate var lifeIndex: Int { lifeID ?? 0 }
}

/// How logs without year or zone are to be understood.
public struct LogSelection: Sendable {
    public var assumedYear: Int?
    /// Minutes east of UTC.
    public var zoneMinutes: Int?

    public init(assumedYear: Int? = nil, zoneMinutes: Int? = nil) {
        self.assumedYear = assumedYear
        self.zoneMinutes = zoneMinutes
    }
}

/// Which incidents the user asked for.
public struct IncidentFilter: Sendable {
    public var bundleID: String?
    public var pid: Int?
    public var process: String?

    public init(bundleID: String? = nil, pid: Int? = nil, process: String? = nil) {
        self.bundleID = bundleID
        self.pid = pid
        self.process = process
    }

    func admits(_ record: DiagnosticRecord) -> Bool { admits(record.process) }

    func admits(_ identity: ProcessIdentity) -> Bool {
        if let bundleID, identity.bundleID != bundleID { return false }
        if let pid, identity.pid != pid { return false }
        if let process, identity.name != process { return false }
        return true
    }

    /// Something was asked for by name.
    public var isNarrow: Bool { bundleID != nil || pid != nil || process != nil }
}
