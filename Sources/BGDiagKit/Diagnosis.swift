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

    private var importer = EvidenceImporter()
    private var analyzer = ThreadAnalyzer()
    private let evaluator: RuleEvaluator
    private var incidents: [Incident] = []
    private let filter: IncidentFilter
    private var filteredOut = 0

    public init(rules: RuleSet = .builtIn, filter: IncidentFilter = IncidentFilter()) {
        evaluator = RuleEvaluator(rules)
        self.filter = filter
    }

    /// Reads a file, or `-` for standard input; folders are walked by the caller with `EvidencePaths`.
    public mutating func add(path: String) { take(importer.importFile(path)) }

    /// Reads bytes already in memory; `path` is the name they get in the ledger.
    public mutating func add(bytes: [UInt8], path: String) { take(importer.importBytes(bytes, path: path)) }

    private mutating func take(_ records: [DiagnosticRecord]) {
        for var record in records {
            guard filter.admits(record) else {
                filteredOut += 1
                continue
            }
            analyzer.analyze(&record)
            incidents.append(evaluator.diagnose(record, id: incidents.count))
        }
    }

    public var ledger: Ledger { importer.ledger }

    public func report() -> DiagnosisReport {
        var report = DiagnosisReport(toolVersion: Self.version)
        report.incidents = incidents
        report.ledger = importer.ledger
        report.filteredOut = filteredOut
        report.ruleCount = evaluator.ruleSet.rules.count
        return report
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

    func admits(_ record: DiagnosticRecord) -> Bool {
        if let bundleID, record.process.bundleID != bundleID { return false }
        if let pid, record.process.pid != pid { return false }
        if let process, record.process.name != process { return false }
        return true
    }
}
