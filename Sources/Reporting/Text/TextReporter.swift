public import DiagnosticModel

/// The report for people, on a terminal or in a pipe.
public struct TextReporter: Reporter {
    public static let name = "text"
    public static let summary = "for people: verdict, reasons, evidence, what to change"

    private let options: ReportOptions

    public init(options: ReportOptions = ReportOptions()) { self.options = options }

    public func encode(_ report: DiagnosisReport) -> [UInt8] { Array(render(report).utf8) }

    public func render(_ report: DiagnosisReport) -> String {
        var screen = Screen(report: report, options: options)
        if options.verbosity == .quiet {
            for incident in report.incidents { screen.oneLine(incident) }
        } else {
            if report.incidents.isEmpty { screen.nothingFound() }
            if report.incidents.count > 1 { screen.overview() }
            for (position, incident) in report.incidents.enumerated() {
                if position > 0 || report.incidents.count > 1 { screen.rule(beforeIncident: position) }
                screen.details(incident)
            }
            screen.ledger()
        }
        screen.summary()
        return screen.canvas.text
    }
}

/// The page being written. Its sections are extensions, a file each, in the order they are printed:
/// `Overview`, `Headline`, `Facts`, `EvidenceSection`, `AssertionSection`, `ThreadSection`, `Advice`,
/// `Unknowns`, `LedgerSection`.
struct Screen {
    let report: DiagnosisReport
    let options: ReportOptions
    let style: Style
    var canvas: Canvas
    /// Rules whose advice has been printed, with the number of the incident it stands at.
    var advised: [String: Int] = [:]

    init(report: DiagnosisReport, options: ReportOptions) {
        self.report = report
        self.options = options
        style = Style(color: options.color)
        canvas = Canvas(width: options.width)
    }

    var isVerbose: Bool { options.verbosity == .verbose }

    mutating func details(_ incident: Incident) {
        headline(incident)
        facts(incident)
        evidence(incident)
        assertions(incident.record.assertions)
        threads(incident)
        advice(incident)
        alsoFound(incident)
        unknowns(incident)
        canvas.gap()
    }

    mutating func heading(_ title: SafeText) {
        canvas.gap()
        canvas.line(style.paint(.heading, title))
    }

    /// "crash/Sample.ips", "payload.json > crashDiagnostics[0]".
    func place(_ source: Int) -> SafeText {
        guard let entry = report.ledger.entry(source) else { return "input \(source)" }
        guard let member = entry.member else { return "\(entry.path)" }
        return "\(entry.path) > \(member)"
    }

    /// What people call the incident: its place in the list.
    func number(_ incident: Incident) -> Int {
        (report.incidents.firstIndex { $0.id == incident.id } ?? incident.id) + 1
    }
}
