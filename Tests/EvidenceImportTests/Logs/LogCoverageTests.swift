import DiagnosticModel
import Testing

@testable import EvidenceImport

/// What a log says about itself: every answer from it is limited by this.
@Suite struct LogCoverageTests {
    private static func line(_ seconds: Int, _ text: String, level: String = "Df", process: String = "a[1:2]") -> String
    {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)).000"
        return "2024-01-01 \(time) \(level) \(process) \(text)"
    }

    private static let start: Int64 = 1_704_067_200_000_000

    @Test func windowAndCounts() {
        let log = LogImport([
            Self.line(100, "other"), Self.line(50, "WANTED <private>"), Self.line(101, "WANTED"),
            Self.line(200, "WANTED"),
        ])
        #expect(log.coverage.entryCount == 3 && log.coverage.redactedCount == 1 && log.coverage.lineCount == 4)
        #expect(log.coverage.first == Self.start + 50_000_000 && log.coverage.last == Self.start + 200_000_000)
        #expect(log.coverage.disorderCount >= 1)
        #expect(log.coverage.styles == ["log show --style compact"])
    }

    @Test func levelsAndProcesses() {
        let log = LogImport([
            Self.line(1, "WANTED", level: "E ", process: "Word Garden[1:2]"), Self.line(2, "WANTED", level: "I "),
            Self.line(3, "WANTED", level: "Sd", process: "runningboardd[9:2]"),
        ])
        #expect(log.coverage.levels == [.error, .info, .stateDump])
        #expect(log.coverage.processes == ["Word Garden", "a", "runningboardd"])
    }

    private static func filler(_ from: Int, _ count: Int) -> [String] {
        (0..<count).map { line(from + $0, String(repeating: "x", count: 80)) }
    }

    /// A silence of more than five minutes is a gap, wherever the lines at its edges stand.
    @Test func gapsBetweenOtherLines() {
        let lines = Self.filler(0, 200) + Self.filler(5000, 200)
        let gaps = LogImport(lines).coverage.gaps
        #expect(gaps == [LogCoverage.Gap(from: Self.start + 199_000_000, to: Self.start + 5_000_000_000, line: 201)])
    }

    @Test func gapsBeforeAWantedLine() {
        let lines = Self.filler(0, 3) + [Self.line(5000, "WANTED")] + Self.filler(5001, 200)
        let gaps = LogImport(lines).coverage.gaps
        #expect(gaps == [LogCoverage.Gap(from: Self.start + 2_000_000, to: Self.start + 5_000_000_000, line: 4)])
    }

    @Test func gapsBetweenWantedLines() {
        let lines = (0..<5).map { Self.line($0 * 4000, "WANTED \($0)") }
        let gaps = LogImport(lines).coverage.gaps
        #expect(gaps.map(\.line) == [2, 3, 4, 5])
        #expect(gaps.first?.from == Self.start && gaps.last?.to == Self.start + 16_000_000_000)
    }

    @Test func gapsAtTheVeryEnd() {
        let gaps = LogImport([Self.line(0, "WANTED"), Self.line(4000, "other")]).coverage.gaps
        #expect(gaps == [LogCoverage.Gap(from: Self.start, to: Self.start + 4_000_000_000, line: 2)])
    }

    @Test func linesOutOfOrderAreNoGap() {
        let lines = Self.filler(4000, 50) + [Self.line(0, "WANTED late")] + Self.filler(4050, 50)
        #expect(LogImport(lines).coverage.gaps.isEmpty)
    }

    @Test func gapsOfJSONLogs() {
        let lines = [0, 1, 5000, 5001].map { second in
            #"{"eventMessage":"WANTED","processID":1,"timestamp":\#(1_704_067_200 + second)}"#
        }
        let gaps = LogImport(lines.joined(separator: "\n"), isJSON: true).coverage.gaps
        #expect(gaps == [LogCoverage.Gap(from: Self.start + 1_000_000, to: Self.start + 5_000_000_000, line: 3)])
    }
}
