import Matching

/// A rule's message: text with `${fact}`, `${fact:format}`, `${fact|words when it is not known}`, and
/// `[[ clauses ]]` that are left out when a fact in them is not known.
struct MessageTemplate: Sendable {
    enum Format: String, CaseIterable, Sendable { case text, seconds, hex, count, bytes, list, quoted }

    private indirect enum Part: Sendable {
        case text(String)
        case fact(BoundPath, Format, String?)
        case clause([Part])
    }

    private var parts: [Part] = []

    struct Problem: Error {
        var offset: Int
        var message: String
    }

    init(_ text: String, names: NameCatalogue) throws(Problem) {
        var rest = text[...]
        while let open = rest.range(of: "[[") {
            let offset = text.utf8.distance(from: text.startIndex, to: open.lowerBound)
            guard let close = rest[open.upperBound...].range(of: "]]") else {
                throw Problem(offset: offset, message: "'[[' without ']]'")
            }
            parts += try Self.plain(rest[..<open.lowerBound], of: text, names)
            parts.append(.clause(try Self.plain(rest[open.upperBound..<close.lowerBound], of: text, names)))
            rest = rest[close.upperBound...]
        }
        parts += try Self.plain(rest, of: text, names)
    }

    /// Text and holes, without clauses.
    private static func plain(_ part: Substring, of text: String, _ names: NameCatalogue) throws(Problem) -> [Part] {
        var parts: [Part] = []
        var rest = part
        while let open = rest.range(of: "${") {
            let offset = text.utf8.distance(from: text.startIndex, to: open.lowerBound)
            parts.append(.text(String(rest[..<open.lowerBound])))
            guard let close = rest[open.upperBound...].firstIndex(of: "}") else {
                throw Problem(offset: offset, message: "'${' without '}'")
            }
            parts.append(try hole(String(rest[open.upperBound..<close]), offset: offset, names: names))
            rest = rest[rest.index(after: close)...]
        }
        parts.append(.text(String(rest)))
        return parts
    }

    private static func hole(_ text: String, offset: Int, names: NameCatalogue) throws(Problem) -> Part {
        let fallback = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        let pieces = fallback[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let formatName = pieces.count > 1 ? String(pieces[1]) : "text"
        guard let format = Format(rawValue: formatName) else {
            throw Problem(
                offset: offset,
                message:
                    "unknown format '\(formatName)'; known: \(Format.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        do {
            let path = try FactPath(parsing: String(pieces[0])).bind(to: names)
            return .fact(path, format, fallback.count > 1 ? String(fallback[1]) : nil)
        } catch {
            throw Problem(offset: offset, message: error.description)
        }
    }

    func render(_ facts: some FactSource) -> String {
        parts.map { part in
            guard case .clause(let inner) = part else { return Self.words(part, facts) ?? "?" }
            let words = inner.map { Self.words($0, facts) }
            return words.contains(nil) ? "" : words.compactMap(\.self).joined()
        }.joined()
    }

    private static func words(_ part: Part, _ facts: some FactSource) -> String? {
        switch part {
        case .text(let text): text
        case .fact(let path, let format, let fallback): words(path.value(in: facts), format) ?? fallback
        case .clause: nil
        }
    }

    /// nil when the value is null or unknown.
    private static func words(_ value: MatchValue, _ format: Format) -> String? {
        switch value {
        case .unknown, .null: return nil
        case .bool(let flag): return flag ? "yes" : "no"
        case .string(let text): return format == .quoted ? "“\(text)”" : text
        case .version(let numbers): return numbers.map(String.init).joined(separator: ".")
        case .int(let number): return (number < 0 ? "-" : "") + integer(number.magnitude, format)
        case .unsigned(let number): return integer(number, format)
        case .double(let number):
            switch format {
            case .seconds: return Self.decimal(number) + " s"
            case .bytes: return number >= 0 && number < 1e18 ? bytes(UInt64(number)) : decimal(number)
            default: return decimal(number)
            }
        case .list(let values):
            if format == .count { return String(values.count) }
            if values.isEmpty { return nil }
            let words = values.prefix(5).compactMap { self.words($0, format == .list ? .text : format) }
            return words.joined(separator: ", ") + (values.count > 5 ? " and \(values.count - 5) more" : "")
        case .record(let fields): return fields["name"].flatMap { words($0, format) }
        }
    }

    private static func integer(_ number: UInt64, _ format: Format) -> String {
        switch format {
        case .hex: "0x" + String(number, radix: 16)
        case .seconds: "\(number) s"
        case .bytes: bytes(number)
        default: String(number)
        }
    }

    /// Decimal units, as Apple's own tools print sizes.
    private static func bytes(_ number: UInt64) -> String {
        var value = Double(number)
        for unit in ["bytes", "kB", "MB", "GB"] {
            if value < 1000 { return decimal(Double(Int64(value * 10)) / 10) + " " + unit }
            value /= 1000
        }
        return decimal(Double(Int64(value * 10)) / 10) + " TB"
    }

    /// Up to three decimals, without trailing zeros.
    static func decimal(_ number: Double) -> String {
        guard abs(number) < 1e12 else { return String(number) }
        let thousandths = Int64((number * 1000).rounded())
        let sign = thousandths < 0 ? "-" : ""
        let whole = abs(thousandths) / 1000
        var fraction = String(abs(thousandths) % 1000 + 1000).dropFirst()
        while fraction.last == "0" { fraction = fraction.dropLast() }
        return sign + String(whole) + (fraction.isEmpty ? "" : "." + fraction)
    }
}

extension StringProtocol {
    /// Range of an ASCII needle, without Foundation.
    fileprivate func range(of needle: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(needle) { return start..<index(start, offsetBy: needle.count) }
            start = index(after: start)
        }
        return nil
    }
}
