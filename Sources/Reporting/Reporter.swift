public import DiagnosticModel

/// One output: a report in, bytes out.
///
/// A new output is one new file with a type that conforms, and one line in `ReportFormat.all`.
public protocol Reporter: Sendable {
    /// The word after `--format`.
    static var name: String { get }
    /// One line for `--help`.
    static var summary: String { get }

    init(options: ReportOptions)

    /// The whole output in UTF-8, with a line end at its end. Never fails: what a report lacks is left out or said.
    func encode(_ report: DiagnosisReport) -> [UInt8]
}

/// The outputs there are.
public enum ReportFormat {
    /// In the order `--help` lists them; the first is the default.
    public static let all: [any Reporter.Type] = [
        TextReporter.self,
        JSONReporter.self,
    ]

    /// The output of that name, or nil.
    public static func named(_ name: String) -> (any Reporter.Type)? {
        all.first { $0.name == name }
    }
}

/// What the person who asked may choose. Each reporter takes what concerns it.
public struct ReportOptions: Sendable, Equatable {
    public enum Color: String, Sendable, CaseIterable { case none, ansi16 }

    /// `quiet`: a line per incident. `normal`: the answer and what it rests on. `verbose`: every thread,
    /// input, undecided rule and reference as well.
    public enum Verbosity: String, Sendable, CaseIterable { case quiet, normal, verbose }

    /// Terminal columns; text is wrapped there. Values below 40 count as 40.
    public var width: Int
    public var color: Color
    public var verbosity: Verbosity
    /// JSON on one line.
    public var compact: Bool

    public init(width: Int = 80, color: Color = .none, verbosity: Verbosity = .normal, compact: Bool = false) {
        self.width = width
        self.color = color
        self.verbosity = verbosity
        self.compact = compact
    }
}
