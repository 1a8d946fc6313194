import DiagnosticModel

/// Goes to the bytes a location names and looks whether they say what it quotes.
struct CitationCheck {
    private let bytes: [UInt8]
    private let newlines: [Int]
    /// Offsets of other encodings are those of the text as UTF-8 (docs/architecture.md).
    let isUTF8: Bool

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        newlines = bytes.indices.filter { bytes[$0] == 0x0A }
        isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    }

    /// What is wrong with it; nil when nothing is.
    func problem(_ place: EvidenceLocation) -> String? {
        guard isUTF8 else { return nil }
        if let problem = problem(range: place.bytes) { return problem }
        // 0 is "not counted": the text came out of a container.
        if place.line != 0, place.line != line(of: place.bytes.lowerBound) {
            return
                "line \(place.line), but byte \(place.bytes.lowerBound) is in line \(line(of: place.bytes.lowerBound))"
        }
        if place.line == 0, place.path == nil { return "neither line nor path" }
        return quotes(place)
            ? nil : "does not stand there: '\(place.excerpt.prefix(60))' at byte \(place.bytes.lowerBound)"
    }

    func problem(range: Range<Int>) -> String? {
        if range.isEmpty, range.lowerBound > 0 || bytes.isEmpty == false { return "no bytes: \(range)" }
        return range.upperBound <= bytes.count ? nil : "\(range) is outside of the \(bytes.count) bytes"
    }

    func line(of offset: Int) -> Int {
        var low = 0
        var high = newlines.count
        while low < high {
            let middle = (low + high) / 2
            if newlines[middle] < offset { low = middle + 1 } else { high = middle }
        }
        return low + 1
    }

    private func quotes(_ place: EvidenceLocation) -> Bool {
        let start = Self.firstWords(place.excerpt)
        guard place.path != nil else {
            // A quotation may add to the words ("Thread 0 (main): …"), so the first two count.
            let end = min(bytes.count, place.bytes.lowerBound + 400)
            return Self.oneLine(String(decoding: bytes[place.bytes.lowerBound..<end], as: UTF8.self)).hasPrefix(start)
        }
        // Text out of a container is cited by the container's value.
        if place.line == 0 { return true }
        let value = String(decoding: bytes[place.bytes], as: UTF8.self)
        // An object is cited by its first byte, and told in words.
        if value.hasPrefix("{") || value.hasPrefix("[") { return true }
        // A scalar: its own words, or (for a code) the object around it.
        let words = Self.oneLine(Self.unescaped(value))
        return words.contains(start) || Self.oneLine(value).contains(start) || place.excerpt.contains(value)
    }

    private static func firstWords(_ text: String) -> String {
        oneLine(text).split(separator: " ").prefix(2).joined(separator: " ")
    }

    /// Whitespace runs, and the NULs that a bad disk leaves, are one blank.
    private static func oneLine(_ text: String) -> String {
        text.split { $0.isWhitespace || $0 == "\0" || $0 == "\u{FEFF}" }.joined(separator: " ")
    }

    /// The escapes that reports have, enough to compare words.
    private static func unescaped(_ text: String) -> String {
        var result = ""
        var characters = text.makeIterator()
        while let character = characters.next() {
            guard character == "\\" else {
                result.append(character)
                continue
            }
            switch characters.next() {
            case "n": result.append("\n")
            case "t": result.append("\t")
            case let other?: result.append(other)
            case nil: break
            }
        }
        return result
    }
}

extension DiagnosisReport {
    /// Every location of the report, and what it is for.
    var citations: [(what: String, place: EvidenceLocation)] {
        incidents.flatMap { incident in
            let record = incident.record
            var found: [(String, EvidenceLocation)] = incident.findings.flatMap { finding in
                finding.evidence.map { (finding.rule, $0) }
            }
            found += record.locations.map { ($0.key.rawValue, $0.value) }
            found += record.assertions.compactMap { item in item.location.map { ("assertion", $0) } }
            found += record.activities.compactMap { item in item.location.map { ("thread \(item.index)", $0) } }
            return found
        }
    }
}
