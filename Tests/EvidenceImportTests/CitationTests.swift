import AppleFormats
import DiagnosticModel
import Testing

@testable import EvidenceImport

/// A citation is a promise: seek to these bytes and the words are there.
@Suite struct CitationTests {
    @Test(arguments: SampleInputs.names) func everySampleIsCitedWhereItsWordsStand(name: String) throws {
        let bytes = try SampleInputs.bytes(name)
        // Offsets in other encodings are those of the UTF-8 form, as the ledger says; containers are cited whole.
        guard String(validating: bytes, as: UTF8.self) != nil, InputKind.sniff(bytes) != .propertyList else { return }
        try check(bytes, "\(name)")
    }

    @Test(arguments: ["> ", ">> ", "// ", "    > "]) func quotedReportsAreCitedInTheInputAsDelivered(mark: String)
        throws
    {
        let text = ReportImportTests.header + "\n" + ReportImportTests.body
        try check(Array(("Hi,\n\n" + mark + text.replacing("\n", with: "\n" + mark)).utf8), "JSON behind \(mark)")
        let plain = TextImportTests.report()
        try check(Array((mark + plain.replacing("\n", with: "\n" + mark)).utf8), "text behind \(mark)")
    }

    @Test func reportsBehindAGreetingAreCitedInTheWholeInput() throws {
        try check(Array(("Dear all,\n\n" + TextImportTests.report()).utf8), "letter")
        try check(
            Array(("Dear all,\n\n" + ReportImportTests.header + "\n" + ReportImportTests.body).utf8), "letter, JSON")
        try check(Array((TextImportTests.report() + "\n\n" + TextImportTests.report()).utf8), "two reports")
    }

    @Test func lineEndsAndMarksKeepOffsetsTrue() throws {
        let text = TextImportTests.report()
        try check(Array(("\u{FEFF}" + text.replacing("\n", with: "\r\n")).utf8), "byte order mark and CRLF")
        try check(Array(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").utf8), "flattened")
    }

    @Test func entitiesOfWebPagesKeepOffsetsTrue() throws {
        let text = TextImportTests.report().replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        #expect(Imported(text).record?.termination.watchdogEvent == "scene-update")
        try check(Array(text.utf8), "entities")
    }

    @Test func nulBytesKeepOffsetsTrue() throws {
        let text = TextImportTests.report().replacing("domain:10 ", with: "domain:10\0\0\0 ")
        try check(Array(text.utf8), "NUL bytes")
    }

    /// The cited bytes hold the very value, not only some words of the line.
    @Test(arguments: ["", "> ", ">> ", "// "]) func citedBytesHoldTheValues(mark: String) throws {
        for report in [TextImportTests.report(), ReportImportTests.header + "\n" + ReportImportTests.body] {
            let quoted = "Hi,\n\n" + mark + report.replacing("\n", with: "\n" + mark)
            for (text, note) in [
                (quoted, "LF"), (quoted.replacing("\n", with: "\r\n"), "CRLF"),
                ("\u{FEFF}" + quoted, "byte order mark"),
            ] { try expectValues(Array(text.utf8), "\(note) behind \(mark)") }
        }
    }

    @Test func citedBytesHoldTheValuesThroughOtherDamage() throws {
        let text = TextImportTests.report()
        try expectValues(Array(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").utf8), "flattened")
        let entities = text.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        try expectValues(Array(entities.utf8), "entities of web pages")
        try expectValues(
            Array(text.replacing("explanation:", with: String(repeating: "\0", count: 24) + "explanation:").utf8),
            "NUL bytes")
        // The accent shows that the rest is UTF-8.
        var odd = Array(TextImportTests.report(extra: "Note: é").utf8)
        let at = try #require(odd.indices.first { odd[$0...].starts(with: "explanation:".utf8) })
        odd.insert(contentsOf: [UInt8](repeating: 0xFF, count: 20), at: at)
        try expectValues(odd, "bytes that are no UTF-8")
    }

    private func expectValues(_ bytes: [UInt8], _ note: String) throws {
        let record = try #require(Imported(bytes).record, "\(note)")
        let expected: [(RecordField, [String])] = [
            (.event, ["scene-update"]), (.allowance, ["10.00"]), (.exit, ["2343432205", "8BADF00D", "8badf00d"]),
            (.process, ["Sample", "4321", "408"]), (.os, ["15.5", "16.2"]), (.explanation, ["watchdog transgression"]),
        ]
        for (field, values) in expected {
            let place = try #require(record.locations[field], "\(note): \(field)")
            let slice = String(decoding: bytes[place.bytes.clamped(to: 0..<bytes.count)], as: UTF8.self)
            #expect(
                values.contains(where: slice.contains), "\(note): \(field) at \(place.bytes) is \(slice.prefix(90))")
        }
    }

    private func check(_ bytes: [UInt8], _ note: Comment) throws {
        let imported = Imported(bytes)
        let starts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
        for record in imported.records {
            let places =
                record.locations.map { ("\($0.key)", $0.value) }
                + record.assertions.compactMap { task in task.location.map { ("assertion", $0) } }
            for (field, place) in places {
                #expect(place.bytes.upperBound <= bytes.count, "\(note): \(field)")
                #expect(!place.bytes.isEmpty, "\(note): \(field)")
                let line = starts.lastIndex { $0 <= place.bytes.lowerBound }.map { $0 + 1 }
                #expect(place.line == line, "\(note): \(field) \(place.excerpt.prefix(60))")
                #expect(
                    holds(bytes[place.bytes.clamped(to: 0..<bytes.count)], place.excerpt, place.path),
                    "\(note): \(field) at \(place.bytes) says \(place.excerpt.prefix(80))")
            }
        }
    }

    /// The bytes have the words, as they stand or with their JSON escapes read.
    private func holds(_ slice: ArraySlice<UInt8>, _ excerpt: String, _ path: String?) -> Bool {
        let words = String(excerpt.hasSuffix("…") ? excerpt.dropLast() : excerpt[...])
        let text = String(decoding: slice, as: UTF8.self)
        // A thread is cited at its first byte.
        if text.contains(words) || words.isEmpty || (slice.count == 1 && path == nil && words.hasPrefix(text)) {
            return true
        }
        guard path != nil else { return false }
        if text.replacing("\\/", with: "/").contains(words) { return true }
        let decoded = JSONDocument.read([0x22] + slice + [0x22]).root?.string ?? ""
        // A thread or counter is cited at its value, and its name is said with it; words of a list are joined.
        return decoded.contains(words) || words.contains(decoded) || slice.count == 1
            || words.split(separator: "\n").allSatisfy { text.contains($0) || decoded.contains($0) }
    }
}
