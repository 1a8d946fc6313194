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
            screen.incidents()
            screen.coverage()
            screen.unknownLines()
            screen.ledger()
        }
        screen.summary()
        return screen.canvas.text
    }
}

/// The page being written. Its sections are extensions, a file each, in the order they are printed:
/// `Overview`, `Headline`, `LifeSection`, `Facts`, `EvidenceSection`, `AssertionSection`, `ThreadSection`, `Advice`,
/// `Unknowns`, `QuietLives`, `CoverageSection`, `LedgerSection`.
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

    /// Incidents in full. Process lives without findings get a line each; with `-v` they are told in full too.
    mutating func incidents() {
        let told = isVerbose ? report.incidents : told
        let quiet = isVerbose ? [] : report.incidents.filter(\.isQuietLife)
        if report.incidents.isEmpty { nothingFound() }
        if told.count > 1 { overview(told) }
        for (position, incident) in told.enumerated() {
            if told.count > 1 { rule(beforeIncident: position, of: told.count) }
            details(incident)
        }
        if quiet.isEmpty { quietRest() } else { quietResult(quiet) }
    }

    mutating func details(_ incident: Incident) {
        headline(incident)
        life(incident)
        facts(incident)
        evidence(incident)
        assertions(incident)
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
