import DiagnosticModel
import Testing

@testable import Reporting

struct TextGoldenTests {
    @Test(arguments: [
        ("watchdog", Samples.watchdog), ("several", Samples.several), ("nothing-found", Samples.nothingFound),
        ("empty", Samples.empty),
    ])
    func screen(name: String, report: DiagnosisReport) {
        expectGolden(TextReporter().render(report), name + ".txt")
    }

    @Test func verbose() {
        expectGolden(
            TextReporter(options: ReportOptions(verbosity: .verbose)).render(Samples.everything), "verbose.txt")
    }

    @Test func quiet() {
        expectGolden(TextReporter(options: ReportOptions(verbosity: .quiet)).render(Samples.several), "quiet.txt")
    }

    @Test func colours() {
        let colored = TextReporter(options: ReportOptions(color: .ansi16)).render(Samples.several)
        let plain = TextReporter().render(Samples.several)
        #expect(colored != plain)
        #expect(withoutColours(colored) == plain, "colours must not change where lines break")
    }

    /// Code, and nothing else, may be wider than the screen.
    @Test(arguments: [40, 60, 80, 132])
    func width(columns: Int) {
        let text = TextReporter(options: ReportOptions(width: columns, verbosity: .verbose)).render(Samples.everything)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            #expect(line.last != " ", "trailing space: \(line)")
            let isCode = line.hasPrefix("    func ") || line.hasPrefix("        Task ")
            #expect(isCode || DisplayWidth.of(String(line)) <= columns, "too wide: \(line)")
        }
        #expect(text.hasSuffix("\n") && !text.contains("\n\n\n"))
    }

    private func withoutColours(_ text: String) -> String {
        var result = ""
        DisplayWidth.forEachCell(text) { cell, _ in
            if cell.unicodeScalars.first != "\u{1b}" { result += cell }
        }
        return result
    }
}
