/// Cuts a predicate's text into tokens. Works on bytes: everything outside quotes is ASCII.
struct PredicateLexer {
    /// Longer predicates are refused: a limit on everything that comes from outside.
    static let longestText = 65_536
    /// Parts of a dotted name.
    static let longestPath = 16

    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ text: String) throws(PredicateError) {
        guard text.utf8.count <= PredicateLexer.longestText else {
            throw PredicateError(
                offset: PredicateLexer.longestText,
                message: "the predicate is longer than \(PredicateLexer.longestText) bytes")
        }
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { position >= bytes.count }

    /// The character at the position, in quotes, for messages.
    var quotedCharacter: String {
        guard !isAtEnd else { return "the end" }
        let character = String(decoding: bytes[position...].prefix(32), as: UTF8.self).first.map(String.init) ?? ""
        return "'\(character)'"
    }

    /// The text of a token, for messages; shortened when long.
    func text(in range: Range<Int>) -> String {
        let text = String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
        return text.count > 60 ? String(text.prefix(59)) + "…" : text
    }

    mutating func next() throws(PredicateError) -> PredicateToken {
        while let byte = peek(), byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
        let start = position
        let kind = try scan()
        return PredicateToken(kind: kind, range: start..<position)
    }

    private mutating func scan() throws(PredicateError) -> PredicateToken.Kind {
        guard let byte = peek() else { return .end }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .literal(.string(try scanString(quote: byte)))
        case UInt8(ascii: "["): return .modifiers(try scanModifiers())
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return .literal(try scanNumber())
        case _ where isNameStart(byte) || byte == UInt8(ascii: "#"): return try scanWord()
        default:
            if let kind = scanSymbol(byte) { return kind }
            throw PredicateError(offset: position, message: "unexpected \(quotedCharacter)")
        }
    }

    private mutating func scanSymbol(_ byte: UInt8) -> PredicateToken.Kind? {
        // Two-byte spellings first: "<=" must not be read as "<" and "=".
        for (spelling, kind) in PredicateLexer.symbols where bytes[position...].starts(with: spelling.utf8) {
            position += spelling.utf8.count
            return kind
        }
        return nil
    }

    private static let symbols: [(String, PredicateToken.Kind)] = [
        ("==", .comparison(.equal)), ("!=", .comparison(.notEqual)), ("<>", .comparison(.notEqual)),
        ("<=", .comparison(.lessOrEqual)), ("=<", .comparison(.lessOrEqual)),
        (">=", .comparison(.greaterOrEqual)), ("=>", .comparison(.greaterOrEqual)),
        ("&&", .and), ("||", .or),
        ("=", .comparison(.equal)), ("<", .comparison(.less)), (">", .comparison(.greater)), ("!", .not),
        ("(", .leftParenthesis), (")", .rightParenthesis), ("{", .leftBrace), ("}", .rightBrace), (",", .comma),
    ]

    // MARK: names

    private mutating func scanWord() throws(PredicateError) -> PredicateToken.Kind {
        let isMarked = peek() == UInt8(ascii: "#")
        let path = try scanPath()
        if !isMarked, path.components.count == 1, let keyword = PredicateKeyword.kind(of: path.text) {
            return keyword
        }
        return .path(path)
    }

    /// A name with its dots; also the whole grammar of `FactPath(parsing:)`.
    mutating func scanPath() throws(PredicateError) -> FactPath {
        if peek() == UInt8(ascii: "#") { position += 1 }
        var components = [try scanComponent(mayBeOperator: false)]
        while peek() == UInt8(ascii: ".") {
            guard components.count < PredicateLexer.longestPath else {
                throw PredicateError(
                    offset: position, message: "a name has at most \(PredicateLexer.longestPath) parts")
            }
            position += 1
            components.append(try scanComponent(mayBeOperator: true))
        }
        return FactPath(components: components)
    }

    private mutating func scanComponent(mayBeOperator: Bool) throws(PredicateError) -> String {
        let start = position
        if mayBeOperator, peek() == UInt8(ascii: "@") { position += 1 }
        guard let first = peek(), isNameStart(first) else {
            throw PredicateError(offset: position, message: "expected a name, found \(quotedCharacter)")
        }
        while let byte = peek(), isNamePart(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    // MARK: modifiers

    private mutating func scanModifiers() throws(PredicateError) -> StringOptions {
        let start = position
        position += 1
        var options: StringOptions = []
        while let byte = peek(), isNamePart(byte) {
            switch asciiLowercased(byte) {
            case UInt8(ascii: "c"): options.insert(.caseInsensitive)
            case UInt8(ascii: "d"): options.insert(.diacriticInsensitive)
            default:
                throw PredicateError(
                    offset: position, message: "unknown modifier \(quotedCharacter): only [c], [d] and [cd] are known")
            }
            position += 1
        }
        guard peek() == UInt8(ascii: "]"), !options.isEmpty else {
            throw PredicateError(offset: start, message: "unexpected '[': only [c], [d] and [cd] are known")
        }
        position += 1
        return options
    }

    // MARK: numbers

    private mutating func scanNumber() throws(PredicateError) -> MatchValue {
        let start = position
        if peek() == UInt8(ascii: "-") { position += 1 }
        // Takes everything that could belong to the number, so that "12ab" is one wrong token and not two.
        while let byte = peek() {
            let isExponentSign =
                (byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+"))
                && asciiLowercased(bytes[position - 1]) == UInt8(ascii: "e")
                && !isHexadecimal(from: start)
            guard isNamePart(byte) || byte == UInt8(ascii: ".") || isExponentSign else { break }
            position += 1
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let value = PredicateLexer.number(text) else {
            throw PredicateError(
                offset: start, message: "malformed or too large number '\(self.text(in: start..<position))'")
        }
        return value
    }

    private func isHexadecimal(from start: Int) -> Bool {
        let digits = bytes[start] == UInt8(ascii: "-") ? start + 1 : start
        return digits + 1 < position && asciiLowercased(bytes[digits + 1]) == UInt8(ascii: "x")
    }

    private static func number(_ text: String) -> MatchValue? {
        let isNegative = text.hasPrefix("-")
        let digits = text.dropFirst(isNegative ? 1 : 0)
        guard let first = digits.utf8.first, (0x30...0x39).contains(first) else { return nil }
        if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
            return integer(digits.dropFirst(2), radix: 16, isNegative: isNegative)
        }
        if digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return integer(digits, radix: 10, isNegative: isNegative)
        }
        // `Double` also reads "0x1p3", "inf" and "nan"; the first two cases above and this check keep those out.
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || "eE.+-".utf8.contains($0) }),
            digits.utf8.last != UInt8(ascii: "."), let value = Double(text), value.isFinite
        else { return nil }
        return .double(value)
    }

    private static func integer(_ digits: Substring, radix: Int, isNegative: Bool) -> MatchValue? {
        guard let first = digits.utf8.first, isNamePartByte(first) else { return nil }
        if let value = Int64((isNegative ? "-" : "") + digits, radix: radix) { return .int(value) }
        return isNegative ? nil : UInt64(digits, radix: radix).map { .unsigned($0) }
    }

    // MARK: strings

    private mutating func scanString(quote: UInt8) throws(PredicateError) -> String {
        let start = position
        position += 1
        var content: [UInt8] = []
        while let byte = peek() {
            if byte == quote {
                position += 1
                return String(decoding: content, as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") {
                content.append(contentsOf: try scanEscape())
            } else {
                content.append(byte)
                position += 1
            }
        }
        throw PredicateError(
            offset: start, message: "the text that begins with \(text(in: start..<start + 1)) has no end")
    }

    private mutating func scanEscape() throws(PredicateError) -> [UInt8] {
        let start = position
        position += 1
        guard let byte = peek() else { return [] }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): return [byte]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "x"), UInt8(ascii: "u"):
            let length = byte == UInt8(ascii: "x") ? 2 : 4
            let digits = String(decoding: bytes[position...].prefix(length), as: UTF8.self)
            if digits.utf8.count == length, digits.utf8.allSatisfy(isNamePartByte),
                let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code)
            {
                position += length
                return Array(String(scalar).utf8)
            }
        default: break
        }
        position = start + 1
        let escape = "\\" + (isAtEnd ? "" : String(quotedCharacter.dropFirst().dropLast()))
        throw PredicateError(
            offset: start, message: "unknown escape '\(escape)' in a text", suggestion: "\\" + escape)
    }

    // MARK: bytes

    private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    private func isNameStart(_ byte: UInt8) -> Bool {
        asciiLowercased(byte) &- 0x61 < 26 || byte == UInt8(ascii: "_")
    }

    private func isNamePart(_ byte: UInt8) -> Bool { isNamePartByte(byte) }
}

/// A letter, a digit or `_`.
func isNamePartByte(_ byte: UInt8) -> Bool {
    asciiLowercased(byte) &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte &- 0x30 < 10
}
