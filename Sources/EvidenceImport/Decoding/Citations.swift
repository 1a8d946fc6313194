import AppleFormats
import DiagnosticModel

/// Makes evidence locations for one input.
struct Citations {
    let source: Int
    let input: [UInt8]
    let lines: LineIndex
    /// Set when the text was taken out of a container and offsets inside it mean nothing outside:
    /// every location then cites the container's value.
    var container: (bytes: Range<Int>, path: String)?

    /// Where each line of a cleaned text stood in the input, when `input` is not the input itself.
    var origins: LineOrigins?

    init(source: Int, input: [UInt8], lines: LineIndex? = nil) {
        self.source = source
        self.input = input
        self.lines = lines ?? LineIndex(input)
    }

    func location(_ bytes: Range<Int>, line: Int = 0, path: String? = nil, excerpt: String? = nil) -> EvidenceLocation {
        let range = bytes.clamped(to: 0..<input.count)
        let words = excerpt ?? String(decoding: input[range.prefix(EvidenceLocation.excerptLimit)], as: UTF8.self)
        if let container {
            return EvidenceLocation(
                source: source, bytes: container.bytes, line: 0, path: container.path, excerpt: cut(words))
        }
        let original = origins.map {
            $0.original(range.lowerBound)..<max($0.original(range.lowerBound), $0.original(range.upperBound))
        }
        return EvidenceLocation(
            source: source, bytes: original ?? range, line: line > 0 ? line : lines.line(of: range.lowerBound),
            path: path,
            excerpt: cut(words))
    }

    func location(_ place: SourceText.Place?, excerpt: String? = nil) -> EvidenceLocation? {
        place.map { location($0.bytes, line: $0.line, path: $0.path, excerpt: excerpt) }
    }

    func location(_ value: JSONValue?, excerpt: String? = nil) -> EvidenceLocation? {
        value.map { location($0.byteRange, path: $0.path, excerpt: excerpt ?? $0.text) }
    }

    func location(_ header: TextReport.Header?) -> EvidenceLocation? {
        header.map { location($0.bytes, line: $0.line) }
    }

    private func cut(_ text: String) -> String {
        guard text.utf8.count > EvidenceLocation.excerptLimit else { return text }
        return String(decoding: text.utf8.prefix(EvidenceLocation.excerptLimit), as: UTF8.self) + "…"
    }
}

/// Byte offsets of a text from which line prefixes were removed, back to the input's.
struct LineOrigins {
    /// Start of each line in the cleaned text and in the input, ascending.
    private(set) var lines: [(cleaned: Int, original: Int)] = []

    mutating func append(cleaned: Int, original: Int) { lines.append((cleaned, original)) }

    func original(_ offset: Int) -> Int {
        var low = 0
        var high = lines.count
        while low < high {
            let middle = (low + high) / 2
            if lines[middle].cleaned <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return offset }
        return lines[low - 1].original + offset - lines[low - 1].cleaned
    }
}
