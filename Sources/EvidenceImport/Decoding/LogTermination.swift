import AppleFormats
import DiagnosticModel

/// Decodes the words that a log's lines use for the end of a process, with the decoder of the reports.
public struct LogTermination {
    public var termination = Termination()
    /// The assertions that the words list as still open.
    public var assertions: [AssertionInterval] = []
    public var locations: [RecordField: EvidenceLocation] = [:]

    /// - Parameters:
    ///   - texts: the messages, oldest first, index for index with `witnesses` as far as there are any.
    ///   - version: iOS version for the fact tables; nil when unknown.
    public init(texts: [String], witnesses: [EvidenceLocation], source: Int, version: [Int]?) {
        var starts: [Int] = []
        var input: [UInt8] = []
        for text in texts {
            starts.append(input.count)
            input += Array(text.utf8)
            input.append(0x0A)
        }
        let words = SourceText(String(decoding: input, as: UTF8.self))
        var decoder = TerminationDecoder(
            source: words, citations: Citations(source: source, input: input), version: version)
        decoder.decode(reasonStart: nil, isLoose: true)
        termination = decoder.termination
        // The decoder cites the joined words; what they stand for is the record each came from.
        func witness(_ location: EvidenceLocation?) -> EvidenceLocation? {
            guard let location, !witnesses.isEmpty else { return nil }
            let index = starts.lastIndex { $0 <= location.bytes.lowerBound } ?? 0
            return witnesses[min(index, witnesses.count - 1)]
        }
        assertions = decoder.assertions.map { interval in
            var interval = interval
            interval.location = witness(interval.location)
            return interval
        }
        locations = decoder.locations.compactMapValues(witness)
    }

    /// `per-process-limit` out of the kernel's "killing_specific_process pid 7 [Willow] (per-process-limit 3) …".
    public static func jetsamReason(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let mark = ByteSearch.find(Array("killing".utf8), in: bytes, from: 0) else { return nil }
        guard let open = bytes[mark...].firstIndex(of: 0x28) else { return nil }
        let word = bytes[(open + 1)...].prefix { $0 == 0x2D || ($0 | 0x20) &- 0x61 < 26 }
        return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
    }
}

extension LogTermination {
    /// `(48000541916 nanoseconds of CPU usage over 53.00s seconds, violating limit of 48000000000 nanoseconds …)` of
    /// symptomsd's RESOURCE_NOTIFY lines (iOS 13).
    public static func cpuUse(_ text: String) -> ResourceUse? {
        let bytes = Array(text.utf8)
        guard ByteSearch.find(Array("RESOURCE_NOTIFY".utf8), in: bytes, from: 0) != nil,
            let unit = ByteSearch.find(Array(" nanoseconds of CPU usage".utf8), in: bytes, from: 0)
        else { return nil }
        var use = ResourceUse(event: "cpu usage")
        use.unit = "seconds"
        use.summary = text
        use.fatal = ByteSearch.find(Array("Fatal".utf8), in: bytes, from: 0) != nil
        use.used = number(bytes, endingAt: unit).map { $0 / 1e9 }
        if let limit = ByteSearch.find(Array("limit of ".utf8), in: bytes, from: unit) {
            let digits = bytes[(limit + 9)...].prefix { $0 &- 0x30 < 10 }
            use.limit = NumberText.decimal(digits).map { Double($0) / 1e9 }
        }
        if let over = ByteSearch.find(Array(" over ".utf8), in: bytes, from: unit) {
            use.duration = NumberText.lenient(String(decoding: bytes[(over + 6)...].prefix(12), as: UTF8.self))
        }
        return use
    }

    private static func number(_ bytes: [UInt8], endingAt end: Int) -> Double? {
        var start = end
        while start > 0, bytes[start - 1] &- 0x30 < 10 { start -= 1 }
        return NumberText.decimal(bytes[start..<end]).map { Double($0) }
    }
}

extension LogTermination {
    /// The number behind a label.
    public static func seconds(in text: String, after label: String) -> Double? {
        let bytes = Array(text.utf8)
        guard let at = ByteSearch.find(Array(label.utf8), in: bytes, from: 0) else { return nil }
        let digits = bytes[(at + label.utf8.count)...].prefix { $0 &- 0x30 < 10 || $0 == 0x2E }
        return Double(String(decoding: digits, as: UTF8.self))
    }
}
