/// Swift source without its comments and the contents of its strings, line for line: enough to count braces and to look
/// for words.
struct SwiftText: Sendable {
    private(set) var lines: [String] = []
    private var line: [UInt8] = []
    private let bytes: [UInt8]
    private var index = 0
    /// Depth of parentheses of each open interpolation.
    private var interpolations: [Int] = []
    /// The strings around each open interpolation: hashes, and whether it has several lines.
    private var strings: [(hashes: Int, isLong: Bool)] = []

    /// Every Swift file of the project, read once.
    static let all: [String: SwiftText] = Dictionary(
        uniqueKeysWithValues: SourceTree.swiftFiles.filter { !SourceTree.isGenerated($0) }
            .map { ($0, SwiftText(SourceTree.text($0) ?? "")) })

    init(_ text: String) {
        bytes = Array(text.utf8)
        while index < bytes.count { step() }
        endLine()
    }

    private mutating func endLine() {
        lines.append(String(decoding: line, as: UTF8.self))
        line = []
    }

    private mutating func emit(_ byte: UInt8) {
        if byte == 0x0A { endLine() } else { line.append(byte) }
    }

    private func starts(_ text: String, _ at: Int) -> Bool {
        var at = at
        for byte in text.utf8 {
            guard at < bytes.count, bytes[at] == byte else { return false }
            at += 1
        }
        return true
    }

    private mutating func step() {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "/") where starts("//", index):
            while index < bytes.count, bytes[index] != 0x0A { index += 1 }
            return
        case UInt8(ascii: "/") where starts("/*", index):
            return skipBlockComment()
        case UInt8(ascii: "#"), UInt8(ascii: "\""):
            if let hashes = stringStart() { return openString(hashes: hashes) }
        case UInt8(ascii: "("), UInt8(ascii: ")"):
            if !interpolations.isEmpty, closesInterpolation(byte) { return }
        default: break
        }
        emit(byte)
        index += 1
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            if starts("/*", index) {
                depth += 1
                index += 2
            } else if starts("*/", index) {
                depth -= 1
                index += 2
            } else {
                if bytes[index] == 0x0A { emit(0x0A) }
                index += 1
            }
        } while depth > 0 && index < bytes.count
    }

    /// The number of hashes of a string that begins here; nil when none does.
    private func stringStart() -> Int? {
        var at = index
        while at < bytes.count, bytes[at] == UInt8(ascii: "#") { at += 1 }
        return at < bytes.count && bytes[at] == UInt8(ascii: "\"") ? at - index : nil
    }

    private mutating func openString(hashes: Int) {
        index += hashes
        let isLong = starts("\"\"\"", index)
        index += isLong ? 3 : 1
        emit(UInt8(ascii: "\""))
        string(hashes: hashes, isLong: isLong)
    }

    /// Goes to the string's end, or to its next interpolation.
    private mutating func string(hashes: Int, isLong: Bool) {
        let mark = String(repeating: "#", count: hashes)
        while index < bytes.count {
            if starts("\\" + mark + "(", index) {
                index += hashes + 2
                interpolations.append(0)
                strings.append((hashes, isLong))
                return
            }
            if hashes == 0, bytes[index] == UInt8(ascii: "\\") {
                index += 2
            } else if starts((isLong ? "\"\"\"" : "\"") + mark, index) {
                index += (isLong ? 3 : 1) + hashes
                emit(UInt8(ascii: "\""))
                return
            } else if !isLong, bytes[index] == 0x0A {
                return
            } else {
                if bytes[index] == 0x0A { emit(0x0A) }
                index += 1
            }
        }
    }

    private mutating func closesInterpolation(_ byte: UInt8) -> Bool {
        let last = interpolations.count - 1
        if byte == UInt8(ascii: "(") { interpolations[last] += 1 }
        guard byte == UInt8(ascii: ")") else { return false }
        if interpolations[last] > 0 {
            interpolations[last] -= 1
            return false
        }
        interpolations.removeLast()
        let around = strings.removeLast()
        index += 1
        string(hashes: around.hashes, isLong: around.isLong)
        return true
    }
}

extension SwiftText {
    struct Function {
        var line: Int
        var length: Int
    }

    /// Functions, initialisers, subscripts and computed properties with the lines from declaration to closing brace.
    var functions: [Function] {
        var found: [Function] = []
        var open: [(line: Int, depth: Int)] = []
        var pending: Int?
        var depth = 0
        for (number, line) in lines.enumerated() {
            if Self.declares(line), pending == nil { pending = number }
            for character in line {
                if character == "{" {
                    if let start = pending { open.append((start, depth)) }
                    pending = nil
                    depth += 1
                } else if character == "}" {
                    depth -= 1
                    if let last = open.last, last.depth == depth {
                        found.append(Function(line: last.line + 1, length: number - last.line + 1))
                        open.removeLast()
                    }
                }
            }
            // A declaration without a body: a protocol's.
            if pending != nil, line.allSatisfy(\.isWhitespace) { pending = nil }
        }
        return found
    }

    private static func declares(_ line: String) -> Bool {
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        if words.contains("func") || words.contains("subscript") || words.first == "deinit" { return true }
        let modifiers: Set<Substring> = [
            "public", "private", "fileprivate", "internal", "package", "convenience", "required", "override",
            "nonisolated", "static", "mutating", "lazy", "final", "set",
        ]
        let first = words.first { !modifiers.contains($0) }
        return first == "init" || (first == "var" && line.contains("{"))
    }
}
