/// What stands before the root element of an XML property list, read without libxml2, so that what is
/// refused never gets to it: document types with an internal subset, and encodings in which this very check
/// would be blind (UTF-7, EBCDIC and whatever else iconv knows). Apple's tools write UTF-8.
struct XMLPropertyListProlog {
    /// Where the XML parser starts: behind the mark and white space of 8-bit text; at the mark of UTF-16.
    let start: Int
    private(set) var encoding: (name: String, offset: Int)?
    private(set) var documentType: String?
    private(set) var internalSubsetOffset: Int?
    private(set) var rootName: String?
    /// The input ends before the first element.
    private(set) var isCut = false

    private static let knownEncodings: Set<String> = [
        "utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "utf-16", "utf-16le", "utf-16be",
    ]

    /// Nil if the first character that is not white space is not `<`.
    init?(_ bytes: [UInt8]) {
        var text = ASCIIView(bytes)
        text.skipWhiteSpace()
        guard text.next == UInt8(ascii: "<") else { return nil }
        start = text.isWide ? 0 : text.offset
        scan(&text)
    }

    static func looksLikePropertyList(_ bytes: [UInt8]) -> Bool {
        let head = bytes.count > 4096 ? Array(bytes[..<4096]) : bytes
        guard let prolog = XMLPropertyListProlog(head) else { return false }
        if let name = prolog.documentType { return name == "plist" }
        if let name = prolog.rootName { return name == "plist" }
        // Only a declaration or comments: nothing speaks against it.
        return prolog.declaresXML(head)
    }

    private func declaresXML(_ bytes: [UInt8]) -> Bool {
        var text = ASCIIView(bytes)
        text.skipWhiteSpace()
        return text.take("<?xml")
    }

    /// - Throws: `refused` for an internal subset, `truncated` when no element has begun, `unsupported` for an
    ///   encoding that is not of the short list.
    func check() throws(ParseError) {
        if let offset = internalSubsetOffset {
            throw ParseError(
                .refused, at: offset, "document type with an internal subset: entities are not read from untrusted XML")
        }
        if isCut { throw ParseError(.truncated, at: start, "XML ends before its first element") }
        if let encoding, !Self.knownEncodings.contains(encoding.name.lowercased()) {
            throw ParseError(
                .unsupported, at: encoding.offset, "XML in encoding '\(encoding.name.prefix(40))', expected UTF-8")
        }
    }

    /// Stops at the root element and at anything strange; libxml2 is the one to say what is wrong there.
    private mutating func scan(_ text: inout ASCIIView) {
        while true {
            text.skipWhiteSpace()
            if text.take("<?") {
                let isDeclaration = text.take("xml")
                let content = text.offset
                let instruction = text.takeThrough("?>")
                if isDeclaration, encoding == nil { readEncoding(instruction, at: content) }
            } else if text.take("<!--") {
                _ = text.takeThrough("-->")
            } else if text.take("<!DOCTYPE") {
                text.skipWhiteSpace()
                documentType = text.takeName()
                scanDocumentType(&text)
            } else {
                isCut = text.isAtEnd(in: ["<!DOCTYPE", "<!--", "<?"])
                if text.take("<"), let name = text.takeName() { rootName = name }
                return
            }
        }
    }

    private mutating func scanDocumentType(_ text: inout ASCIIView) {
        var quote: UInt8?
        while let byte = text.next {
            if quote == nil, byte == UInt8(ascii: "[") { internalSubsetOffset = internalSubsetOffset ?? text.offset }
            text.skip()
            switch (byte, quote) {
            case (UInt8(ascii: ">"), nil): return
            case (UInt8(ascii: "\""), nil), (UInt8(ascii: "'"), nil): quote = byte
            case (_, byte): quote = nil
            default: break
            }
        }
    }

    /// `encoding = "name"` of an XML declaration.
    private mutating func readEncoding(_ declaration: String, at offset: Int) {
        guard let word = declaration.utf8.firstRange(of: "encoding".utf8) else { return }
        let rest = declaration[word.upperBound...].drop { " \t\r\n=".contains($0) }
        guard let quote = rest.first, quote == "\"" || quote == "'" else { return }
        encoding = (String(rest.dropFirst().prefix { $0 != quote }), offset)
    }
}

/// Text as ASCII, for finding markup: other characters come out as bytes that match nothing.
private struct ASCIIView {
    private let bytes: [UInt8]
    /// Byte offset of the next character.
    private(set) var offset: Int
    /// UTF-16, known by its mark.
    let isWide: Bool
    private let lowByte: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        isWide = isLittle || bytes.starts(with: [0xFE, 0xFF])
        lowByte = isLittle ? 0 : 1
        offset = isWide ? 2 : bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    private func byte(_ ahead: Int) -> UInt8? {
        guard isWide else { return offset + ahead < bytes.count ? bytes[offset + ahead] : nil }
        let place = offset + 2 * ahead
        guard place + 1 < bytes.count else { return nil }
        return bytes[place + 1 - lowByte] == 0 ? bytes[place + lowByte] : 0xFF
    }

    var next: UInt8? { byte(0) }

    mutating func skip(_ count: Int = 1) { offset += isWide ? 2 * count : count }

    mutating func skipWhiteSpace() {
        while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte) { skip() }
    }

    mutating func take(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        let matches = word.description.utf8.enumerated().allSatisfy { byte($0.offset) == $0.element }
        if matches { skip(count) }
        return matches
    }

    /// The text up to `end`, which is skipped too; everything if `end` never comes.
    mutating func takeThrough(_ end: StaticString) -> String {
        var kept: [UInt8] = []
        while let byte = next {
            if take(end) { break }
            // Declarations are short; comments are not needed at all.
            if kept.count < 1024 { kept.append(byte) }
            skip()
        }
        return String(decoding: kept, as: UTF8.self)
    }

    /// Whether the text ends here or inside one of `words`.
    func isAtEnd(in words: [String]) -> Bool {
        words.contains { word in
            let bytes = Array(word.utf8)
            let end = bytes.indices.first { byte($0) == nil } ?? bytes.count
            return end < bytes.count && (0..<end).allSatisfy { byte($0) == bytes[$0] }
        }
    }

    mutating func takeName() -> String? {
        var name: [UInt8] = []
        while let byte = next, byte > 0x20, !"<>/[?!\"'=".utf8.contains(byte) {
            if name.count < 256 { name.append(byte) }
            skip()
        }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }
}
