import DiagnosticModel
import Foundation
import Testing

@testable import EvidenceImport

/// Which lines make one record, wherever a block ends.
@Suite struct LogRecordTests {
    @Test func continuationsBelongToTheirRecord() {
        let log = LogImport([
            "2024-01-01 10:00:00.000 Df a[1:2] first", "2024-01-01 10:00:01.000 Df b[2:2] Add assertion: <X> {",
            "    owner = WANTED;", "    flags = preventSuspend;", "}", "2024-01-01 10:00:02.000 Df c[3:2] last",
        ])
        #expect(log.messages == ["Add assertion: <X> {\n    owner = WANTED;\n    flags = preventSuspend;\n}"])
        #expect(log.entries.first?.line == 2 && log.entries.first?.process == "b" && log.entries.first?.pid == 2)
        #expect(log.entries.first?.literals == ["WANTED", "ssertion"])
    }

    @Test func blankLinesAreNoRecords() {
        let log = LogImport(["", "", "10:00:00 a: WANTED 1", "", "", "10:00:01 a: WANTED 2", "", ""])
        #expect(log.messages == ["WANTED 1", "WANTED 2"])
        #expect(log.entries.map(\.line) == [3, 6])
    }

    @Test func quotingOfContinuationsIsTakenOff() {
        for mark in ["> ", "// ", "> > ", "| "] {
            let log = LogImport([
                mark + "Mar 11 11:45:09 iPad assertiond[66] <Notice>: WANTED {", mark + "    one = 1;", mark + "}",
                mark + "Mar 11 11:45:10 iPad assertiond[66] <Notice>: WANTED",
            ])
            #expect(log.messages == ["WANTED {\none = 1;\n}", "WANTED"], "\(mark)")
        }
        let span = LogImport("`Mar 11 11:45:09 iPad assertiond[66] <Notice>: WANTED`\n")
        #expect(span.messages == ["WANTED"])
    }

    @Test func otherLineEndsAndNULs() {
        let lines = [
            "Mar 11 11:45:09 iPad a[66] <Notice>: WANTED {", "  one", "}",
            "Mar 11 11:45:10 iPad a[66] <Notice>: WANTED",
        ]
        let plain = LogImport(lines)
        let crlf = LogImport(lines.joined(separator: "\r\n") + "\r\n")
        #expect(crlf.messages == plain.messages && crlf.entries.map(\.line) == plain.entries.map(\.line))
        let nul = LogImport(lines.map { $0 + "\u{0}" })
        #expect(nul.messages == plain.messages)
        let without = LogImport(lines.joined(separator: "\n"))
        #expect(without.messages == plain.messages && without.coverage.lineCount == 4)
    }

    @Test func escapesAreDecoded() {
        let log = LogImport([#"Mar 11 11:45:09 iPad a[66] <Notice>: WANTED id:\M-b\M^@\M-&98F2 a\134b"#])
        #expect(log.messages == [#"WANTED id:…98F2 a\b"#])
        #expect(log.entries.first?.raw.hasSuffix(#"a\134b"#) == true)
    }

    @Test func linesWithoutPrefixAreRecords() {
        let log = LogImport(["Willow[886:1] WANTED 1", "[BackgroundTask] WANTED 2", "kernel: WANTED 3", "WANTED 4"])
        #expect(log.messages == ["WANTED 1", "WANTED 2", "WANTED 3", "WANTED 4"])
        #expect(log.entries.map(\.process) == ["Willow", "", "kernel", ""])
        #expect(log.entries.allSatisfy { $0.time == nil })
    }

    @Test func cutLinesAreMarked() {
        let log = LogImport([
            "Nov 11 11:11:09 iPhone a[49] <Notice>: WANTED <BKProcessAssertion: 0x1; \"x",
            "Nov 11 11:11:09 iPhone a[49] <Notice>: WANTED (whole)",
            "default\t11:11:09.000000+0100\ta\tWANTED <BKProcess…",
            "default\t11:11:09.000000+0100\ta\tWANTED and so on...",
        ])
        #expect(log.entries.map(\.isTruncated) == [true, false, true, false])
        let open = "Received state update for 1999 (app<com.example.a(C15D)>, running-active-Visible"
        #expect(LogImport(["Nov 11 11:11:09 iPhone a[49] <Notice>: " + open]).entries.map(\.isTruncated) == [false])
        #expect(log.coverage.truncatedCount == 2)
    }

    @Test func utf16LogsAreRead() {
        let text = "2024-01-01 10:00:00.000 Df a[1:2] WANTED ä\n2024-01-01 10:00:01.000 Df a[1:2] other\n"
        let plain = LogImport(whole: Array(text.utf8))
        #expect(plain.messages == ["WANTED ä"])
        for isBig in [false, true] {
            var bytes: [UInt8] = isBig ? [0xFE, 0xFF] : [0xFF, 0xFE]
            for unit in text.utf16 {
                bytes += isBig ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            }
            #expect(LogImport(whole: bytes).messages == plain.messages)
        }
    }

    /// One line of 20 MB: it is cut, the ledger's coverage says so, and the log goes on.
    @Test func hugeLines() throws {
        var bytes = Array(
            "Mar 11 11:45:09 iPad a[66] <Notice>: WANTED 1\nMar 11 11:45:10 iPad a[66] <Notice>: WANTED 2 ".utf8)
        bytes += [UInt8](repeating: 0x78, count: 20 << 20)
        bytes += Array("\nMar 11 11:45:11 iPad a[66] <Notice>: WANTED 3\n".utf8)
        try LogImport.withFile(bytes) { path in
            let streamed = try LogImport(file: path, isJSON: false, blockBytes: 10 << 20)
            #expect(streamed.messages.map { $0.prefix(8) } == ["WANTED 1", "WANTED 2", "WANTED 3"])
            #expect(streamed.entries.map(\.line) == [1, 2, 3])
            #expect(streamed.coverage.isCut)
            #expect(streamed.coverage.lineCount == 3 && streamed.coverage.byteCount == bytes.count)
        }
    }

    private static let logs = SampleInputs.names.filter { $0.hasPrefix("log/") }

    /// Where the blocks end makes no difference.
    @Test(arguments: Self.logs) func blocksOfAnySizeGiveTheSameEntries(_ name: String) throws {
        let path = SampleInputs.root + "/" + name
        let bytes = try SampleInputs.bytes(name)
        let isJSON = LogSniffer.sniff(bytes) == .json
        let whole = LogImport(bytes, isJSON: isJSON)
        #expect(!whole.entries.isEmpty)
        // Every entry cites the place it stands at.
        for entry in whole.entries {
            let place = String(decoding: bytes[entry.bytes], as: UTF8.self)
            #expect(place.hasPrefix(String(entry.raw.dropLast(4))), "\(name):\(entry.line)")
            #expect(bytes[..<entry.bytes.lowerBound].count { $0 == 0x0A } == entry.line - 1, "\(name):\(entry.line)")
        }
        for size in [61, 1021, 16_384] {
            let blocks = try LogImport(file: path, isJSON: isJSON, blockBytes: size)
            #expect(blocks.entries.count == whole.entries.count, "\(name), blocks of \(size)")
            for (one, other) in zip(whole.entries, blocks.entries) where one != other {
                Issue.record("\(name), blocks of \(size): \(other) instead of \(one)")
                break
            }
            var (a, b) = (blocks.coverage, whole.coverage)
            #expect(Self.comparable(&a) == Self.comparable(&b), "\(name), blocks of \(size)")
        }
    }

    private static func comparable(_ coverage: inout LogCoverage) -> [String] {
        [
            "\(coverage.last ?? 0)", "\(coverage.lineCount) lines, \(coverage.byteCount) bytes",
            "\(coverage.entryCount) \(coverage.redactedCount) \(coverage.truncatedCount)", "\(coverage.zoneMinutes)",
            "\(coverage.yearSource) \(coverage.dateSource) \(coverage.zoneSource)",
            "\(coverage.levels.sorted { $0.rawValue < $1.rawValue })",
            "\(coverage.processes.sorted())", "\(coverage.gaps)", "\(coverage.styles)", "\(coverage.isCut)",
        ]
    }

    /// A record that is longer than the block, in a log with few records.
    @Test func recordsLongerThanABlock() throws {
        var text = "10:00:00 a: WANTED {\n"
        for number in 0..<500 { text += "    line \(number) = preventSuspend;\n" }
        text += "}\n10:00:01 a: other\n10:00:02 a: WANTED\n"
        let whole = LogImport(text)
        #expect(whole.entries.count == 2)
        try LogImport.withFile(Array(text.utf8)) { path in
            for size in [7, 100, 4096] {
                let blocks = try LogImport(file: path, isJSON: false, blockBytes: size)
                #expect(blocks.entries == whole.entries, "blocks of \(size)")
            }
        }
    }
}
