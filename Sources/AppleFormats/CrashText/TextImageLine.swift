/// `0x100044000 - 0x1000effff +Sample arm64  <a1b2…> /var/containers/Bundle/Application/…/Sample`.
enum TextImageLine {
    static func parse(_ line: ArraySlice<UInt8>) -> TextReport.Image? {
        let text = TextFrameLine.trimmed(line)
        guard text.hasPrefix("0x"), let dash = text.range(of: "-"),
            let start = NumberText.unsigned(trim(text[..<dash.lowerBound]))
        else { return nil }
        var rest = text[dash.upperBound...].drop { $0 == " " || $0 == "\t" }
        let endToken = rest.prefix { $0 != " " && $0 != "\t" }
        let end = NumberText.unsigned(endToken) ?? start
        rest = rest[endToken.endIndex...].drop { $0 == " " || $0 == "\t" || $0 == "+" }
        let open = rest.range(of: "<", options: .last)
        let head = trim(rest[..<(open?.lowerBound ?? rest.endIndex)])
        var uuid: String?
        var path = ""
        if let open, let close = rest[open.upperBound...].firstIndex(of: ">") {
            uuid = String(rest[open.upperBound..<close])
            path = trim(rest[rest.index(after: close)...])
        }
        // "My App arm64": the architecture is the last word; names may hold blanks.
        let words = head.split(separator: " ")
        let name = words.count > 1 ? words.dropLast().joined(separator: " ") : head
        return TextReport.Image(name: stripVersion(name), path: path, uuid: uuid, start: start, end: end)
    }

    /// macOS adds `(1.0 - 12)` behind the name.
    private static func stripVersion(_ name: String) -> String {
        guard name.hasSuffix(")"), let open = name.range(of: " (", options: .last) else { return name }
        return String(name[..<open.lowerBound])
    }

    private static func trim(_ text: some StringProtocol) -> String {
        String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
