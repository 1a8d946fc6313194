/// Text that may reach a terminal: this module's own literals and sanitized evidence, nothing else.
///
/// The drawing functions take only `SafeText`, and its interpolation sanitizes every `String`, so a name
/// out of a report cannot reach the screen by an oversight:
/// ```swift
/// screen.line("Process \(record.process.name ?? "?")")
/// ```
struct SafeText: Sendable, Equatable {
    private(set) var text: String

    /// Sanitizes `untrusted` to one line.
    init(_ untrusted: String, limit: Int = Sanitizer.lineLimit) {
        text = Sanitizer.line(untrusted, limit: limit)
    }

    /// For text that is made of safe parts: a piece of another `SafeText`, or an escape of `Style`.
    init(alreadySafe text: String) {
        self.text = text
    }

    var isEmpty: Bool { text.isEmpty }

    static func + (a: SafeText, b: SafeText) -> SafeText { SafeText(alreadySafe: a.text + b.text) }
    static func += (a: inout SafeText, b: SafeText) { a.text += b.text }

    static func spaces(_ count: Int) -> SafeText {
        SafeText(alreadySafe: String(repeating: " ", count: max(0, count)))
    }
}

extension SafeText: ExpressibleByStringInterpolation {
    init(stringLiteral value: String) { text = value }
    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity * 2) }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ untrusted: String) { text += Sanitizer.line(untrusted) }
        mutating func appendInterpolation(_ safe: SafeText) { text += safe.text }
        mutating func appendInterpolation(_ number: Int) { text += String(number) }
    }
}

extension Sequence<SafeText> {
    func joined(_ separator: SafeText) -> SafeText {
        SafeText(alreadySafe: map(\.text).joined(separator: separator.text))
    }
}
