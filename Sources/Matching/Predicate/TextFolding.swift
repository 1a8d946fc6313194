/// Folding for `[c]` and `[d]`, with the standard library alone.
enum TextFolding {
    static func fold(_ text: String, _ options: StringOptions) -> String {
        var result = text
        if options.contains(.caseInsensitive) { result = result.lowercased() }
        if options.contains(.diacriticInsensitive) { result = withoutDiacritics(result) }
        return result
    }

    private static func withoutDiacritics(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                result.unicodeScalars.append(scalar)
            } else if let base = bases[Character(scalar)] {
                result.unicodeScalars.append(base)
            } else if scalar.properties.generalCategory != .nonspacingMark {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Accented letters and the letters without. The standard library does not publish decompositions, but it
    /// compares characters by them: "e" + U+0301 is the same dictionary key as "é". So the keys are spelt decomposed,
    /// and the look-up of a precomposed letter finds its base. Built on first need.
    private static let bases: [Character: Unicode.Scalar] = {
        var table: [Character: Unicode.Scalar] = [:]
        func add(_ letters: String, _ marks: [UInt32], then second: [UInt32] = []) {
            for letter in letters.unicodeScalars {
                for mark in marks.compactMap(Unicode.Scalar.init) {
                    var accented = String(letter)
                    accented.unicodeScalars.append(mark)
                    if accented.count == 1 { table[Character(accented)] = letter }
                    for next in second.compactMap(Unicode.Scalar.init) {
                        var twice = accented
                        twice.unicodeScalars.append(next)
                        if twice.count == 1 { table[Character(twice)] = letter }
                    }
                }
            }
        }
        let latin = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        // Above: grave, acute, circumflex, tilde, macron, breve, dot, diaeresis, hook, ring, double acute, caron,
        // double grave, inverted breve; horn; below: dot, diaeresis, ring, comma, cedilla, ogonek, …, line.
        let marks: [UInt32] =
            Array(0x300...0x304) + Array(0x306...0x30C) + [0x30F, 0x311, 0x31B] + Array(0x323...0x328)
            + [0x32D, 0x32E, 0x330, 0x331]
        add(latin, marks)
        // Letters with two marks: Vietnamese (ế, ặ, ợ), and the few of other languages (ǖ, ṩ, ḹ).
        let vowels = "aeiouyAEIOUY"
        add(
            vowels, [0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x30A, 0x31B, 0x323, 0x328],
            then: Array(0x300...0x30C) + [0x323])
        add("clrsCLRS", [0x301, 0x30C, 0x323, 0x327], then: [0x301, 0x304, 0x307])
        add("αεηιουωΑΕΗΙΟΥΩ", [0x300, 0x301, 0x304, 0x306, 0x308, 0x313, 0x314, 0x342], then: [0x300, 0x301, 0x342])
        add("авгежзийкорстуфхцчшщъыьэюяіАВГЕЖЗИЙКОРСТУФХЦЧШЩЪЫЬЭЮЯІ", [0x300, 0x301, 0x304, 0x306, 0x308, 0x30B])
        return table
    }()
}
