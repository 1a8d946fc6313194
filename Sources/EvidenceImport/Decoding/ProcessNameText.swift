/// `Sample [408]`: a name, which may hold blanks and brackets, and a pid, which may be missing.
enum ProcessNameText {
    static func parse(_ text: String) -> (name: String?, pid: Int?) {
        let trimmed = trim(text[...])
        guard trimmed.hasSuffix("]"), let open = trimmed.lastIndex(of: "[") else {
            return (trimmed.isEmpty ? nil : String(trimmed), nil)
        }
        let digits = trimmed[trimmed.index(after: open)...].dropLast()
        let name = trim(trimmed[..<open])
        guard let pid = Int(digits) else {
            // `Sample [???]` or a name that ends with a bracket of its own.
            let isPlaceholder = digits.allSatisfy { $0 == "?" || $0 == "*" || $0 == "-" } || digits.isEmpty
            return (isPlaceholder ? (name.isEmpty ? nil : String(name)) : String(trimmed), nil)
        }
        return (name.isEmpty ? nil : String(name), pid)
    }

    static func trim(_ text: Substring) -> Substring {
        var text = text
        while let last = text.last, last == " " || last == "\t" { text = text.dropLast() }
        return text.drop { $0 == " " || $0 == "\t" }
    }
}
