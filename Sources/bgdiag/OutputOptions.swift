import ArgumentParser
import BGDiagKit
import DiagnosticModel
import Reporting

/// `-f FORMAT[=FILE]`, repeatable, so that one pass writes several outputs.
struct OutputOptions: ParsableArguments {
    @Option(
        name: [.customShort("f"), .long],
        help: ArgumentHelp(
            "Output format, with =FILE to write a file; repeatable: text, json.", valueName: "format[=file]"))
    var format: [String] = []
    @Option(name: .shortAndLong, help: "Write the result to this file.") var output: String?
    @Option(help: "Colours: auto, always or never.") var color = "auto"
    @Flag(name: .shortAndLong, help: "One line per incident.") var quiet = false
    @Flag(name: .shortAndLong, help: "Every thread, input and undecided rule as well.") var verbose = false
    @Flag(help: "JSON on one line.") var compact = false
    @Option(help: "Columns to wrap at; the terminal's by default.") var width: Int?

    func validate() throws {
        guard ["auto", "always", "never"].contains(color) else {
            throw ValidationError("--color takes auto, always or never, not '\(color)'")
        }
        if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other") }
        if let width, !(20...1000).contains(width) { throw ValidationError("--width takes 20 to 1000, not \(width)") }
        for spec in format {
            let name = String(spec.split(separator: "=", maxSplits: 1)[safe: 0] ?? "")
            guard ReportFormat.named(name) != nil else {
                let known = ReportFormat.all.map { $0.name }.joined(separator: ", ")
                throw ValidationError("unknown format '\(name)'; known: \(known)")
            }
        }
    }

    struct Target {
        let name: String
        let file: String?
        let reporter: any Reporter
        var isJSON: Bool { name == "json" }

        func write(_ report: DiagnosisReport) throws { try write(reporter.encode(report)) }

        func writeError(_ message: String) {
            let bytes = JSONReporter().renderError(
                message: message, code: "usage", exitCode: 2, toolVersion: Diagnosis.version)
            try? write(bytes)
        }

        private func write(_ bytes: [UInt8]) throws {
            guard let file else { return StandardStreams.write(bytes) }
            if let problem = StandardStreams.write(bytes, toFile: file) { throw UsageProblem(problem) }
        }
    }

    /// Whether files can be written is found out before the analysis, so that a bad path fails early; what is in
    /// them stays until there is something to replace it.
    func targets(inputs: [String]) throws -> [Target] {
        let specs = format.isEmpty ? ["text"] : format
        if output != nil, specs.count(where: { !$0.contains("=") }) > 1 {
            throw UsageProblem(
                "-o names one file, but \(specs.count) formats would be written to it; use -f FORMAT=FILE")
        }
        return try specs.map { spec in
            let parts = spec.split(separator: "=", maxSplits: 1).map(String.init)
            let file = parts.count > 1 ? parts[1] : output
            if let file {
                try Self.check(file, inputs)
            }
            guard let type = ReportFormat.named(parts[0]) else { throw UsageProblem("unknown format '\(parts[0])'") }
            return Target(name: parts[0], file: file, reporter: type.init(options: options(toFile: file != nil)))
        }
    }

    /// Whether a file may be written: it is none of the inputs, and its folder is there.
    static func check(_ file: String, _ inputs: [String]) throws {
        if let input = inputs.first(where: { StandardStreams.isSameFile($0, file) }) {
            throw UsageProblem("\(file) is also read (\(input)); evidence is never overwritten")
        }
        if let problem = StandardStreams.problemWriting(toFile: file) { throw UsageProblem(problem) }
    }

    private func options(toFile: Bool) -> ReportOptions {
        ReportOptions(
            width: width ?? (toFile ? 80 : StandardStreams.width), color: usesColor(toFile: toFile) ? .ansi16 : .none,
            verbosity: quiet ? .quiet : verbose ? .verbose : .normal, compact: compact)
    }

    private func usesColor(toFile: Bool) -> Bool { Self.usesColor(color, toFile: toFile) }

    /// `--color`, then NO_COLOR and CLICOLOR_FORCE, then whether somebody looks at it.
    static func usesColor(_ color: String, toFile: Bool) -> Bool {
        if color == "always" { return true }
        if color == "never" || toFile { return false }
        if let no = StandardStreams.environment("NO_COLOR"), !no.isEmpty { return false }
        if let force = StandardStreams.environment("CLICOLOR_FORCE"), force != "0", !force.isEmpty { return true }
        return StandardStreams.isTerminal(1) && StandardStreams.environment("TERM") != "dumb"
    }
}

extension Array {
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
