import AppleFormats
import DiagnosticModel
import SystemFacts

/// One input: sniffed, read, turned into records.
struct InputImporter {
    private(set) var records: [DiagnosticRecord] = []
    private var bytes: [UInt8] { didSet { lines = LineIndex(bytes) } }
    /// One for all records of the input: counting its lines for each would cost their product.
    private var lines: LineIndex
    private let source: Int
    private let byteCount: Int
    private var issues: [FormatIssue] = []
    private var kind = ("unknown", "unknown content")
    private var status: LedgerEntry.Status?
    /// Containers in containers (a report in a string in an array): bounded.
    private var depth = 0
    private var origins: LineOrigins?
    private var container: (bytes: Range<Int>, path: String)?
    private let logs: LogOptions
    /// Wanted records of the log in the input, and what the log covers.
    private(set) var batches: [LogBatch] = []
    private(set) var coverage: LogCoverage?

    init(
        bytes: [UInt8], source: Int, logs: LogOptions = .none, depth: Int = 0,
        container: (bytes: Range<Int>, path: String)? = nil
    ) {
        self.logs = logs
        self.byteCount = bytes.count
        self.bytes = bytes
        self.lines = LineIndex(bytes)
        self.source = source
        self.depth = depth
        self.container = container
    }

    private var citations: Citations {
        var citations = Citations(source: source, input: bytes, lines: lines)
        citations.container = container
        citations.origins = origins
        return citations
    }

    mutating func run() {
        if let text = UTF16Text.decode(bytes) {
            bytes = text
            issues.append(FormatIssue(.notUTF8, "UTF-16 text; byte offsets below are those of its UTF-8 form"))
        }
        if let text = Latin1Text.decode(bytes) {
            bytes = text
            issues.append(FormatIssue(.notUTF8, "Latin-1 text; byte offsets below are those of its UTF-8 form"))
        }
        switch InputKind.sniff(bytes) {
        case .empty:
            kind = ("empty", "empty file")
            status = .skipped
            issues.append(FormatIssue(.bodyMissing, "the input is empty", at: 0))
        case .json:
            if LogSniffer.sniff(bytes) == .json {
                readLog(isJSON: true)
            } else {
                readJSON(from: InputKind.firstContent(bytes))
            }
        case .jsonMembers: readMembers()
        case .propertyList: readPropertyList()
        case .text: readText()
        case .archive:
            skip(
                "archive", "compressed archive", "archives are not read yet: unpack it and pass the folder",
                isEvidence: true)
        case .unifiedLog:
            skip("unified-log", "unified log (tracev3)", "not read yet: pass a report of that time", isEvidence: true)
        case .database: skip("database", "SQLite database", "not a kind of evidence this version reads")
        case .binary: skip("binary", "binary data", "not a format this version knows")
        }
    }

    /// - Parameter isEvidence: it could hold an answer that this version cannot read.
    private mutating func skip(_ id: String, _ title: String, _ reason: String, isEvidence: Bool = false) {
        kind = (id, title)
        status = .skipped
        issues.append(FormatIssue(isEvidence ? .unreadEvidence : .unknownKind, reason))
    }

    // MARK: JSON

    private mutating func readJSON(from offset: Int) {
        if bytes[offset] == UInt8(ascii: "[") {
            let document = JSONDocument.read(bytes, from: offset)
            issues += document.issues
            kind = ("json-array", "JSON array")
            for element in (document.root?.elements ?? []).prefix(Limits.recordsPerFile) { readElement(element) }
            if records.isEmpty {
                status = .skipped
                issues.append(FormatIssue(.unknownKind, "no report in any of the array's elements"))
            }
            return
        }
        let file = IPSFile(bytes, from: offset)
        readIPS(file)
    }

    private mutating func readElement(_ element: JSONValue) {
        if element.kind == .string, depth < 3, let text = element.string, text.utf8.count > 40 {
            readNested(Array(text.utf8), element.byteRange, element.path)
            return
        }
        guard element.kind == .object else { return }
        if let metricKit = MetricKitPayload(element), element["bug_type"] == nil {
            records += MetricKitImporter(citations: citations, payload: metricKit).records()
        } else {
            readBody(.json(element), header: element, bugType: element["bug_type"]?.text)
        }
    }

    private mutating func readNested(_ text: [UInt8], _ range: Range<Int>, _ path: String) {
        var nested = InputImporter(
            bytes: text, source: source, depth: depth + 1, container: container ?? (range, path))
        nested.run()
        records += nested.records
        issues += nested.issues
        if kind.0 == "unknown" || kind.0 == "json-array" || kind.0 == "property-list" {
            kind = (nested.kind.0, nested.kind.1 + ", inside " + kind.1)
        }
    }

    private mutating func readMembers() {
        let document = JSONDocument.read(bytes, from: InputKind.firstContent(bytes), asMembers: true)
        issues += document.issues
        issues.append(FormatIssue(.headerMissing, "the inside of a JSON object; its beginning is missing"))
        guard let root = document.root, IPSFile.isReportBody(root) else { return readText() }
        readBody(.json(root), header: nil, bugType: root["bug_type"]?.text)
    }

    private mutating func readIPS(_ file: IPSFile) {
        issues += file.issues
        if let header = file.header, file.bugType == nil, let payload = MetricKitPayload(header) {
            kind =
                payload.diagnostics.isEmpty
                ? ("metrickit-metrics", "MetricKit metric payload")
                : ("metrickit-diagnostics", "MetricKit diagnostic payload")
            records += MetricKitImporter(citations: citations, payload: payload).records()
            return
        }
        if let header = file.header, file.bugType == nil, let party = ThirdParty.name(of: header) {
            kind = ("third-party", "\(party) (not an Apple report)")
            status = .skipped
            issues.append(
                FormatIssue(
                    .thirdParty, "written by \(party), not by the system: it cannot show why the system ended an app"))
            return
        }
        readBody(file.body, header: file.header, bugType: file.bugType)
    }

    private mutating func readBody(_ body: IPSFile.Body, header: JSONValue?, bugType: String?) {
        let fact = bugType.flatMap(BugTypeFact.lookup)
        switch body {
        case .json(let value):
            kind = ReportKindName.of(bugType: bugType, fact: fact, body: "JSON body")
            if fact?.kind == "jetsam" || (value["processes"] != nil && value["largestProcess"] != nil) {
                kind = ("jetsam", "Jetsam event (\(bugType ?? "298"))")
                records += JetsamImporter(citations: citations, header: header, body: value, bugType: bugType).records()
            } else if IPSFile.isReportBody(value) {
                records.append(
                    IPSCrashImporter(citations: citations, header: header, body: value, bugType: bugType).record())
            } else if bugType == nil {
                kind = ("json", "JSON of an unknown kind")
                status = .skipped
                issues.append(FormatIssue(.unknownKind, "no report: none of the keys that reports have"))
            } else {
                noteUnknown(bugType, fact)
            }
        case .text(let range): readReportText(range, header: header, bugType: bugType, fact: fact)
        case .propertyList(let range):
            kind = ReportKindName.of(bugType: bugType, fact: fact, body: "property-list body")
            readPropertyList(Array(bytes[range]))
        case .none:
            kind = ReportKindName.of(bugType: bugType, fact: fact, body: "header only")
            if bugType == nil {
                kind = ("json", "JSON of an unknown kind")
                status = .skipped
                issues.append(FormatIssue(.unknownKind, "no report: none of the keys that reports have"))
            }
        }
    }

    /// A kind that is known by its number only: named, not failed.
    private mutating func noteUnknown(_ bugType: String?, _ fact: BugTypeFact?) {
        // A body that was cut before its first telling key is no other kind of file.
        status = issues.contains { $0.code == .jsonTruncated } ? .partial : .skipped
        issues.append(
            FormatIssue(.unknownKind, "bug_type \(bugType ?? "?")\(fact.map { " (\($0.name))" } ?? "") is not analysed")
        )
    }

    // MARK: Text

    private mutating func readReportText(_ range: Range<Int>, header: JSONValue?, bugType: String?, fact: BugTypeFact?)
    {
        kind = ReportKindName.of(bugType: bugType, fact: fact, body: "text body")
        let report = TextReportReader.read(bytes, range: range)
        issues += report.issues
        let importer = TextReportImporter(citations: citations, header: header, report: report, bugType: bugType)
        if let record = importer.record() { records.append(record) }
    }

    private mutating func readText() {
        if !UTF8Check.isValid(bytes) {
            issues.append(FormatIssue(.notUTF8, "not valid UTF-8; odd bytes are shown as \u{FFFD}"))
        }
        let isLog = LogSniffer.sniff(bytes) != nil
        if let embedded = EmbeddedReport.find(in: bytes) {
            if isLog { readLog(isJSON: false) }
            if embedded.isQuoted {
                bytes = embedded.cleaned
                origins = embedded.origins
            }
            issues += embedded.issues
            return readIPS(IPSFile(bytes, from: embedded.offset))
        }
        for range in EmbeddedReport.textReports(in: bytes) {
            let report = TextReportReader.read(bytes, range: range)
            let importer = TextReportImporter(citations: citations, header: nil, report: report, bugType: nil)
            guard var record = importer.record() else { continue }
            // A log is no report that was cut.
            if !isLog { issues += report.issues }
            let isExcerpt = report.header("exceptiontype", "event") == nil
            kind = isExcerpt ? ("excerpt", "text with words of a termination") : ("crash-text", "text report")
            record.isExcerpt = isExcerpt || report.header("incidentidentifier", "process", "command") == nil
            records.append(record)
        }
        // A whole report quotes no log; anything less may stand in one.
        if isLog || records.allSatisfy(\.isExcerpt) { readLog(isJSON: false) }
        guard records.isEmpty, coverage == nil else { return }
        skip("text", "text of an unknown kind", "no report and no words of a termination in it")
    }

    /// Reads the input as a log, too; one that has no wanted record and does not look like a log leaves no trace.
    private mutating func readLog(isJSON: Bool) {
        guard depth == 0 else { return }
        var importer = TextLogImporter(source: source, options: logs, isJSON: isJSON)
        var found: [LogBatch] = []
        let pasted = isJSON ? nil : PastedLog(bytes)
        let covered = importer.run(pasted?.bytes ?? bytes) { found.append(pasted?.restored($0) ?? $0) }
        guard !found.isEmpty || isJSON || LogSniffer.sniff(bytes) != nil else { return }
        batches = found
        coverage = covered
        if records.allSatisfy(\.isExcerpt) { kind = ("system-log", LogLedger.title(covered)) }
    }

    // MARK: Property lists

    private mutating func readPropertyList() { readPropertyList(bytes) }

    private mutating func readPropertyList(_ list: [UInt8]) {
        kind = ("property-list", "property list")
        do {
            let (root, found) = try PropertyListReader.read(list)
            issues += found
            guard let text = root["description"]?.value.string, depth < 3 else {
                status = .skipped
                issues.append(FormatIssue(.unknownKind, "a property list without a report in its 'description' key"))
                return
            }
            kind = ("plist-report", "report in a property list")
            readNested(Array(text.utf8), 0..<list.count, "$.description")
        } catch {
            status = .failed
            issues.append(
                FormatIssue(
                    error.kind == .refused || error.kind == .limitExceeded ? .plistRefused : .plistMalformed,
                    error.description, at: error.offset))
        }
    }

    // MARK: Ledger

    func entry(path: String) -> LedgerEntry {
        let citations = citations
        var kept = issues.prefix(Limits.issuesPerInput).map { issue in
            LedgerIssue(
                code: issue.code.rawValue,
                severity: LedgerIssue.Severity(rawValue: issue.code.severity.rawValue) ?? .notice,
                message: issue.message, offset: issue.offset.map { origins?.original($0) ?? $0 },
                line: issue.offset.map { citations.lines.line(of: $0) }, path: issue.path)
        }
        if let coverage { kept += LogLedger.issues(coverage) }
        let isLossy =
            kept.contains { $0.severity >= .dataLoss }
            || records.contains { $0.isTruncated && !(coverage != nil && $0.isExcerpt) }
        return LedgerEntry(
            id: source, path: path, kind: kind.0, kindTitle: kind.1, status: status ?? (isLossy ? .partial : .read),
            byteCount: byteCount, issues: kept)
    }
}
