/// Writes SVG. Begins and ends are paired by closures and all text is sanitized and escaped, so the result is always
/// well formed and does nothing.
struct SVGWriter {
    private(set) var bytes: [UInt8] = []

    typealias Attributes = [(name: StaticString, value: String)]

    mutating func element(_ name: StaticString, _ attributes: Attributes = [], _ body: (inout SVGWriter) -> Void) {
        open(name, attributes)
        raw(">")
        body(&self)
        raw("</\(name)>\n")
    }

    mutating func element(_ name: StaticString, _ attributes: Attributes = []) {
        open(name, attributes)
        raw("/>\n")
    }

    /// An element with text, and a tooltip.
    mutating func element(_ name: StaticString, _ attributes: Attributes, text: SafeText) {
        element(name, attributes) { $0.text(text) }
    }

    mutating func text(_ text: SafeText) { raw(Self.escaped(text.text)) }

    /// The style sheet: our own text only.
    mutating func style(_ sheet: StaticString) { raw("<style>\(sheet)</style>\n") }

    private mutating func open(_ name: StaticString, _ attributes: Attributes) {
        raw("<\(name)")
        for attribute in attributes { raw(" \(attribute.name)=\"\(Self.escaped(attribute.value))\"") }
    }

    private mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// XML 1.0 has no control characters and no U+FFFE and U+FFFF, not even escaped.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// "12.5": one decimal is finer than a screen's pixel.
    static func number(_ value: Double) -> String {
        guard value.magnitude < 1e9 else { return "0" }
        let tenths = Int(value * 10 + (value < 0 ? -0.5 : 0.5))
        if tenths % 10 == 0 { return String(tenths / 10) }
        return (tenths < 0 ? "-" : "") + "\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
