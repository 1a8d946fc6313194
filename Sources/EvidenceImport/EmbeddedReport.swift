import AppleFormats
import SystemFacts

/// Reports inside other text: a two-part `.ips` behind a greeting, in a code fence or quoted; the JSON behind
/// Xcode's "Translated Report"; several text reports in one file.
struct EmbeddedReport {
    var offset: Int
    /// The text had quoting marks; `cleaned` is the text without them, line for line.
    var isQuoted: Bool
    var cleaned: [UInt8]
    var origins = LineOrigins()
    var issues: [FormatIssue]

    /// The first `{` at the start of a line that opens a report, with its line's quoting removed.
    static func find(in bytes: [UInt8]) -> EmbeddedReport? {
        guard bytes.contains(UInt8(ascii: "{")) else { return nil }
        let text = TextLines(bytes)
        let keys = keyOffsets(in: bytes)
        var nextKey = 0
        for line in text.lines {
            let slice = text.slice(line).drop { $0 == 0x20 || $0 == 0x09 }
            guard slice.first == UInt8(ascii: "{") else { continue }
            while nextKey < keys.count, keys[nextKey] < slice.startIndex { nextKey += 1 }
            guard nextKey < keys.count, keys[nextKey] < slice.startIndex + 2_000 else { continue }
            let isQuoted = text.issues.contains { $0.code == .quotingRemoved }
            guard isQuoted else {
                return EmbeddedReport(offset: slice.startIndex, isQuoted: false, cleaned: [], issues: text.issues)
            }
            var cleaned: [UInt8] = []
            var offset = 0
            var origins = LineOrigins()
            for other in text.lines {
                if other.number == line.number { offset = cleaned.count }
                origins.append(cleaned: cleaned.count, original: other.bytes.lowerBound)
                cleaned += text.slice(other)
                cleaned.append(0x0A)
            }
            return EmbeddedReport(
                offset: offset, isQuoted: true, cleaned: cleaned, origins: origins, issues: text.issues)
        }
        return nil
    }

    /// Where the keys stand that only reports have, ascending: each brace then needs one look.
    private static func keyOffsets(in bytes: [UInt8]) -> [Int] {
        var offsets: [Int] = []
        for key in [
            "\"bug_type\"", "\"procName\"", "\"incident_id\"", "\"callStackTree\"", "\"crashDiagnostics\"",
            "\"usedImages\"", "\"termination\"", "\"applicationExitMetrics\"",
        ] {
            let needle = Array(key.utf8)
            var from = 0
            while let at = ByteSearch.find(needle, in: bytes, from: from) {
                offsets.append(at)
                from = at + needle.count
            }
        }
        return offsets.sorted()
    }

    /// Labels of which a quotation of a report has at least one.
    private static let labels = [
        "Termination Reason", "Termination Description", "Exception Type", "Exception Note", "RBSTerminateContext",
    ].map { Array($0.utf8) }

    /// The fenced blocks of an issue's text when two or more of them quote a report: each is a story of its own.
    private static func fencedExcerpts(in bytes: [UInt8]) -> [Range<Int>]? {
        let fence = Array("```".utf8)
        var marks: [Int] = []
        var from = 0
        while let at = ByteSearch.find(fence, in: bytes, from: from), marks.count < 2000 {
            marks.append(at)
            from = at + fence.count
        }
        guard marks.count >= 4 else { return nil }
        var blocks: [Range<Int>] = []
        for index in stride(from: 0, to: marks.count - 1, by: 2) {
            let block = marks[index] + fence.count..<marks[index + 1]
            let hasLabel = labels.contains {
                ByteSearch.find($0, in: bytes, from: block.lowerBound, to: block.upperBound) != nil
            }
            if hasLabel { blocks.append(block) }
        }
        return blocks.count > 1 ? blocks : nil
    }

    /// Text reports in one file, split where a new one starts.
    static func textReports(in bytes: [UInt8]) -> [Range<Int>] {
        let key = Array("Incident Identifier:".utf8)
        var starts: [Int] = []
        var from = 0
        while let at = ByteSearch.find(key, in: bytes, from: from), starts.count < 1000 {
            var lineStart = at
            while lineStart > 0, at - lineStart < 12, bytes[lineStart - 1] != 0x0A { lineStart -= 1 }
            // Resource reports have the key in the middle; only a key near a line's start opens a report.
            if at - lineStart < 12 { starts.append(lineStart) }
            from = at + key.count
        }
        guard starts.count > 1 else { return fencedExcerpts(in: bytes) ?? [0..<bytes.count] }
        var ranges: [Range<Int>] = []
        for (index, start) in starts.enumerated() {
            let begin = index == 0 ? 0 : start
            ranges.append(begin..<(index + 1 < starts.count ? starts[index + 1] : bytes.count))
        }
        return ranges
    }
}

extension IPSFile {
    /// An object with at least one key that only a report's body has.
    static func isReportBody(_ value: JSONValue) -> Bool {
        [
            "threads", "exception", "termination", "procName", "usedImages", "panicString", "processByPid", "asi",
            "faultingThread", "stackshot", "procPath",
        ].contains { value[$0] != nil }
    }
}

/// Crash recorders in apps write JSON that looks like a report and is not the system's.
enum ThirdParty {
    static func name(of root: JSONValue) -> String? {
        if root["binary_images"] != nil || (root["crash"] != nil && (root["system"] != nil || root["report"] != nil)) {
            return "KSCrash or a recorder of its kind"
        }
        if root["exception"]?["values"] != nil || root["event_id"] != nil { return "a crash-reporting service" }
        return nil
    }
}

/// Names of report kinds for the ledger.
enum ReportKindName {
    static func of(bugType: String?, fact: BugTypeFact?, body: String) -> (String, String) {
        guard let bugType else { return ("crash", "report without a header (\(body))") }
        guard let fact else { return ("bug-type-\(bugType)", "report of unknown bug_type \(bugType) (\(body))") }
        return (fact.kind, "\(fact.name) (bug_type \(bugType), \(body))")
    }
}

enum UTF8Check {
    static func isValid(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }
}

/// UTF-16 with a byte order mark, as Windows tools save text.
enum UTF16Text {
    static func decode(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 4 else { return nil }
        let little = bytes[0] == 0xFF && bytes[1] == 0xFE
        guard little || (bytes[0] == 0xFE && bytes[1] == 0xFF) else { return nil }
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for i in stride(from: 2, to: bytes.count - 1, by: 2) {
            let (a, b) = (UInt16(bytes[i]), UInt16(bytes[i + 1]))
            units.append(little ? a | b << 8 : a << 8 | b)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}

/// Windows-1252 and Latin-1, as old tools save text: not valid UTF-8, and no sequence in it looks like UTF-8, so
/// that UTF-8 with a few damaged bytes is left alone.
enum Latin1Text {
    static func decode(_ bytes: [UInt8]) -> [UInt8]? {
        guard !ByteScan.isASCII(bytes), !UTF8Check.isValid(bytes) else { return nil }
        let kind = InputKind.sniff(bytes)
        guard kind == .text || kind == .json else { return nil }
        for i in 1..<bytes.count where bytes[i - 1] >= 0xC2 && bytes[i] & 0xC0 == 0x80 { return nil }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count + 64)
        for byte in bytes {
            if byte < 0x80 { out.append(byte) } else { out.append(contentsOf: String(Unicode.Scalar(byte)).utf8) }
        }
        return out
    }
}
