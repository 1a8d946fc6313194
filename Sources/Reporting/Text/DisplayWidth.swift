/// How many terminal columns text takes: 2 for East Asian wide characters and emoji, 0 for combining
/// marks and for the colour escapes of `Style`, otherwise 1.
///
/// The ranges are those of Unicode's EastAsianWidth.txt with the values W and F, joined where only
/// unassigned code points lie between. Ambiguous characters count 1, as Western terminals draw them.
enum DisplayWidth {
    static func of(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        var width = 0
        forEachCell(text) { _, cell in width += cell }
        return width
    }

    /// Calls `body` with each character and its width; a colour escape is one cell of width 0.
    static func forEachCell(_ text: String, _ body: (Substring, Int) -> Void) {
        var start = text.startIndex
        while start < text.endIndex {
            let end: String.Index
            if text[start] == "\u{1b}" {
                end = endOfEscape(text, from: start)
                body(text[start..<end], 0)
            } else {
                end = text.index(after: start)
                body(text[start..<end], of(text[start]))
            }
            start = end
        }
    }

    static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if first.isASCII { return scalars.contains("\u{20E3}") ? 2 : 1 }
        if first.properties.isEmojiPresentation || scalars.contains("\u{FE0F}") { return 2 }
        if isCombining(first) { return 0 }
        return isWide(first.value) ? 2 : 1
    }

    private static func endOfEscape(_ text: String, from start: String.Index) -> String.Index {
        // A combining mark after the "m" belongs to its character, so ask for the first scalar.
        let end = text[start...].firstIndex { $0.unicodeScalars.first == "m" }
        return end.map { text.index(after: $0) } ?? text.endIndex
    }

    private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: false
        }
    }

    private static func isWide(_ value: UInt32) -> Bool {
        if value < 0x1100 { return false }
        var low = 0
        var high = wide.count
        while low < high {
            let middle = (low + high) / 2
            if wide[middle].upperBound < value {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < wide.count && wide[low].contains(value)
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x2E80...0x303E, 0x3041...0x33FF,
        0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
        0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FB, 0x1F200...0x1F202,
        0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F251, 0x1F260...0x1F265, 0x20000...0x2FFFD,
        0x30000...0x3FFFD,
    ]
}
