/// Makes text from evidence and rule files safe to show: nothing in it can move a cursor, recolour a
/// terminal, reverse the reading direction or hide.
///
/// Every untrusted text of every output for people goes through here. `SafeText` sees to that.
public enum Sanitizer {
    /// Longest text shown on one line, in Unicode scalars of the source.
    public static let lineLimit = 480
    /// Most lines and scalars of a text that keeps its lines.
    public static let blockLineLimit = 200

    /// One line: line ends and tabs become a space, control and invisible characters become `\u{1b}`,
    /// and what exceeds `limit` scalars becomes "...".
    public static func line(_ text: String, limit: Int = lineLimit) -> String {
        if isPlain(text, limit: limit) { return text }
        var result = ""
        var count = 0
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            guard count < limit else { return result + "..." }
            count += 1
            defer { previous = scalar }
            switch scalar {
            case "\n" where previous == "\r": continue
            case "\n", "\r", "\t", "\u{2028}", "\u{2029}": result += " "
            case _ where isHidden(scalar): result += visibleEscape(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The lines of a text, each safe, with its indentation (a tab counts four spaces) and without trailing
    /// spaces; empty lines at both ends are dropped.
    public static func block(_ text: String, lineLimit: Int = 2000) -> [String] {
        var lines: [String] = []
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        for part in parts {
            guard lines.count < blockLineLimit else {
                lines.append("...")
                break
            }
            let indent = part.prefix { $0 == " " || $0 == "\t" }
            let columns = indent.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
            var body = line(String(part.dropFirst(indent.count)), limit: lineLimit)
            while body.last == " " { body.removeLast() }
            lines.append(body.isEmpty ? "" : String(repeating: " ", count: min(columns, 40)) + body)
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return Array(lines.drop { $0.isEmpty })
    }

    /// True for characters that act on a terminal or cannot be seen: C0, DEL, C1, line and paragraph
    /// separators, direction controls, zero-width characters, tags.
    public static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value < 0x20 { return true }
        if value < 0x7F { return false }
        switch value {
        case 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
            0xFFF9...0xFFFB, 0xE0000...0xE007F:
            return true
        default: return false
        }
    }

    static func visibleEscape(_ scalar: Unicode.Scalar) -> String {
        "\\u{" + String(scalar.value, radix: 16) + "}"
    }

    private static func isPlain(_ text: String, limit: Int) -> Bool {
        text.utf8.count <= limit && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }
}
