/// A page of text that grows downwards: wraps at a width, keeps hanging indents, never leaves trailing spaces.
struct Canvas {
    let width: Int
    private(set) var text = ""
    private var lastLineIsEmpty = true

    init(width: Int) { self.width = max(40, width) }

    /// One line as it is, however long.
    mutating func line(_ content: SafeText) {
        var line = content.text
        while line.last == " " { line.removeLast() }
        text += line
        text += "\n"
        lastLineIsEmpty = line.isEmpty
    }

    /// An empty line, unless one stands there already.
    mutating func gap() {
        if !lastLineIsEmpty { line("") }
    }

    /// Wrapped text; lines after the first are indented by `hanging`, which counts from the left edge.
    mutating func paragraph(_ content: SafeText, indent: Int = 0, hanging: Int? = nil) {
        let hanging = hanging ?? indent
        let lines = Wrap.lines(content.text, first: width - indent, rest: width - hanging)
        for (number, part) in lines.enumerated() {
            line(SafeText.spaces(number == 0 ? indent : hanging) + SafeText(alreadySafe: part))
        }
    }

    /// A label with its wrapped value beside it. The label may hold colour escapes.
    mutating func fact(_ label: SafeText, _ value: SafeText, indent: Int = 2, column: Int = 16) {
        let labelWidth = DisplayWidth.of(label.text)
        let gap = max(2, column - indent - labelWidth)
        let start = indent + labelWidth + gap
        let lines = Wrap.lines(value.text, first: width - start, rest: width - column)
        for (number, part) in lines.enumerated() {
            let lead = number == 0 ? .spaces(indent) + label + .spaces(gap) : SafeText.spaces(column)
            line(lead + SafeText(alreadySafe: part))
        }
    }

    /// Text under a repeated prefix ("| "), broken only where it must be, spaces kept.
    mutating func quote(_ content: String, prefix: SafeText, indent: Int) {
        let room = width - indent - DisplayWidth.of(prefix.text)
        for part in Wrap.pieces(content, room: room) {
            line(.spaces(indent) + prefix + SafeText(alreadySafe: part))
        }
    }
}

/// Breaking of safe text into lines by display width.
enum Wrap {
    /// Breaks at spaces; a word that is longer than a line is cut, after punctuation if possible. Never empty.
    static func lines(_ text: String, first: Int, rest: Int) -> [String] {
        var lines: [String] = []
        var current = ""
        var used = 0
        for word in text.split(separator: " ") {
            let wordWidth = DisplayWidth.of(String(word))
            let room = max(8, lines.isEmpty ? first : rest)
            if !current.isEmpty, used + 1 + wordWidth <= room {
                current += " " + word
                used += 1 + wordWidth
                continue
            }
            if !current.isEmpty { lines.append(current) }
            let next = max(8, lines.isEmpty ? first : rest)
            var parts = [String(word)]
            if wordWidth > next { parts = pieces(String(word), room: next, later: rest, atPunctuation: true) }
            current = parts.removeLast()
            used = DisplayWidth.of(current)
            lines += parts
        }
        lines.append(current)
        return lines
    }

    /// Cuts where the line is full, or after its last punctuation, unless that stands near its start. Never empty.
    static func pieces(_ text: String, room: Int, later: Int? = nil, atPunctuation: Bool = false) -> [String] {
        var parts: [String] = []
        var current = ""
        var used = 0
        DisplayWidth.forEachCell(text) { cell, width in
            if used + width > max(8, parts.isEmpty ? room : later ?? room) {
                let cut = atPunctuation ? cutAfterPunctuation(current) : current.endIndex
                parts.append(String(current[..<cut]))
                current = String(current[cut...])
                used = DisplayWidth.of(current)
            }
            current += cell
            used += width
        }
        parts.append(current)
        return parts
    }

    private static func cutAfterPunctuation(_ text: String) -> String.Index {
        let start = text.index(text.startIndex, offsetBy: text.count / 3)
        let mark = text[start...].lastIndex { "-/._:,;&?=)]>".contains($0) }
        return mark.map { text.index(after: $0) } ?? text.endIndex
    }
}
