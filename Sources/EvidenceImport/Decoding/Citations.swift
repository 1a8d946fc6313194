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

    init(source: Int, input: [UInt8]) {
        self.source = source
        self.input = input
        self.lines = LineIndex(input)
    }

    func location(_ bytes: Range<Int>, line: Int = 0, path: String? = nil, excerpt: String? = nil) -> EvidenceLocation {
        let range = bytes.clamped(to: 0..<input.count)
        let words = excerpt ?? String(decoding: input[range.prefix(EvidenceLocation.excerptLimit)], as: UTF8.self)
        if let container {
            return EvidenceLocation(
                source: source, bytes: container.bytes, line: 0, path: container.path, excerpt: cut(words))
        }
        return EvidenceLocation(
            source: source, bytes: range, line: line > 0 ? line : lines.line(of: range.lowerBound), path: path,
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
