/// Reads what stands in a hole, forwards and backwards, within limits.
struct HoleScanner {
    static let longestNumber = 64
    static let longestQuoted = 4096
    static let longestProcess = 2048

    let bytes: [UInt8]
    let limits: Range<Int>

    /// The byte at a place inside the limits; nil outside.
    private func byte(_ place: Int) -> UInt8? { limits.contains(place) ? bytes[place] : nil }

    // MARK: forwards

    /// The capture of a hole that knows its own end, and where it ends; nil when none stands there.
    func scan(_ type: HoleType, at start: Int) -> (capture: Range<Int>, end: Int)? {
        let end: Int?
        switch type {
        case .int: end = numberEnd(at: start)
        case .hex: end = hexEnd(at: start)
        case .seconds: end = secondsEnd(at: start)
        case .quoted:
            return quotedEnd(at: start).map { (capture: start + 1..<$0, end: $0 + 1) }
        case .text, .word, .process, .rest: end = nil
        }
        guard let end, end - start <= HoleScanner.longestNumber else { return nil }
        return (start..<end, end)
    }

    private func digitsEnd(at start: Int) -> Int? {
        var end = start
        while let byte = byte(end), isDigit(byte), end - start <= HoleScanner.longestNumber { end += 1 }
        return end > start ? end : nil
    }

    private func numberEnd(at start: Int) -> Int? {
        let isSigned = byte(start) == UInt8(ascii: "-") || byte(start) == UInt8(ascii: "+")
        return digitsEnd(at: isSigned ? start + 1 : start)
    }

    private func hexEnd(at start: Int) -> Int? {
        var first = start
        if byte(start) == UInt8(ascii: "0"), byte(start + 1).map(asciiLowercased) == UInt8(ascii: "x"),
            byte(start + 2).map(isHexDigit) == true
        {
            first += 2
        }
        var end = first
        while let byte = byte(end), isHexDigit(byte), end - first <= HoleScanner.longestNumber { end += 1 }
        return end > first ? end : nil
    }

    private func secondsEnd(at start: Int) -> Int? {
        if byte(start) == UInt8(ascii: "i"), byte(start + 1) == UInt8(ascii: "n"), byte(start + 2) == UInt8(ascii: "f")
        {
            return start + 3
        }
        guard let whole = numberEnd(at: start) else { return nil }
        return byte(whole) == UInt8(ascii: ".") ? digitsEnd(at: whole + 1) ?? whole : whole
    }

    /// The place of the closing quote.
    private func quotedEnd(at start: Int) -> Int? {
        guard let quote = byte(start), isQuote(quote) else { return nil }
        var place = start + 1
        while let byte = byte(place), place - start <= HoleScanner.longestQuoted {
            if byte == quote { return place }
            place += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    func lineEnd(from start: Int) -> Int {
        var end = start
        while let byte = byte(end), !isLineBreak(byte) { end += 1 }
        return end
    }

    // MARK: process handles

    /// Where the run stands outside all brackets that open after `start`; at least one byte is left to the handle.
    func processEnd(before run: FixedRun, from start: Int) -> Range<Int>? {
        var depth = 0
        var place = start
        while let byte = byte(place), place - start <= HoleScanner.longestProcess {
            if depth == 0, place > start, let end = run.end(in: bytes, at: place, limit: limits.upperBound) {
                return place..<end
            }
            if isOpening(byte) { depth += 1 }
            if isClosing(byte), depth > 0 { depth -= 1 }
            place += 1
        }
        return nil
    }

    /// Where a handle ends that nothing in the shape follows: after its pid or its last bracket, else (a bare name)
    /// at a comma, a semicolon, a quote, a ": ", a bracket that closes something outside, or the end of the line.
    func trailingProcessEnd(from start: Int) -> Int {
        var depth = 0
        var place = start
        scan: while let byte = byte(place), !isLineBreak(byte), place - start < HoleScanner.longestProcess {
            if isOpening(byte) {
                depth += 1
            } else if isClosing(byte) {
                if depth == 0 { break scan }
                depth -= 1
                let next = self.byte(place + 1)
                let continues = next.map { isOpening($0) || $0 == UInt8(ascii: ":") } ?? false
                if depth == 0, !continues { return place + 1 }
            } else if depth == 0 {
                switch byte {
                case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\""): break scan
                case UInt8(ascii: ":"):
                    if let end = numberEnd(at: place + 1) { return end }
                    if self.byte(place + 1).map(isSpace) ?? true { break scan }
                default: break
                }
            }
            place += 1
        }
        while place > start, isSpace(bytes[place - 1]) { place -= 1 }
        return place
    }

    // MARK: backwards

    /// The capture of a leading hole that ends at a place, and where the hole begins; nil when it would be empty.
    func scanBackwards(_ type: HoleType, endingAt end: Int) -> (capture: Range<Int>, begin: Int)? {
        let begin: Int
        switch type {
        case .text, .rest: return (lineStart(endingAt: end)..<end, lineStart(endingAt: end))
        case .word: begin = wordStart(endingAt: end)
        case .process: begin = processStart(endingAt: end)
        case .int: begin = signStart(endingAt: start(endingAt: end, over: isDigit), end)
        case .hex: begin = hexStart(endingAt: end)
        case .seconds: begin = secondsStart(endingAt: end)
        case .quoted: return quotedStart(endingAt: end).map { ($0 + 1..<end - 1, $0) }
        }
        return begin < end ? (begin..<end, begin) : nil
    }

    func wordStart(endingAt end: Int) -> Int {
        var begin = end
        while let byte = byte(begin - 1), !isSpace(byte) { begin -= 1 }
        return begin
    }

    /// Where a few numbers without white space begin; never farther back than they may be long.
    func numbersStart(endingAt end: Int) -> Int { start(endingAt: end) { !isSpace($0) } }

    private func start(endingAt end: Int, over isMember: (UInt8) -> Bool) -> Int {
        var begin = end
        while let byte = byte(begin - 1), isMember(byte), end - begin < HoleScanner.longestNumber { begin -= 1 }
        return begin
    }

    /// A minus counts as a sign only where a number may begin: not in "16-30".
    private func signStart(endingAt begin: Int, _ end: Int) -> Int {
        guard begin < end, byte(begin - 1) == UInt8(ascii: "-") else { return begin }
        return byte(begin - 2).map { isNamePartByte($0) || $0 >= 0x80 } ?? false ? begin : begin - 1
    }

    private func hexStart(endingAt end: Int) -> Int {
        let begin = start(endingAt: end, over: isHexDigit)
        let hasPrefix =
            byte(begin - 1).map(asciiLowercased) == UInt8(ascii: "x") && byte(begin - 2) == UInt8(ascii: "0")
        return begin < end && hasPrefix ? begin - 2 : begin
    }

    private func secondsStart(endingAt end: Int) -> Int {
        if secondsEnd(at: end - 3) == end, byte(end - 1) == UInt8(ascii: "f") { return end - 3 }
        let fraction = start(endingAt: end, over: isDigit)
        guard fraction < end else { return end }
        guard byte(fraction - 1) == UInt8(ascii: ".") else { return signStart(endingAt: fraction, end) }
        let whole = start(endingAt: fraction - 1, over: isDigit)
        return whole < fraction - 1 ? signStart(endingAt: whole, end) : fraction
    }

    /// The place of the opening quote.
    private func quotedStart(endingAt end: Int) -> Int? {
        guard let quote = byte(end - 1), isQuote(quote) else { return nil }
        var place = end - 2
        while let byte = byte(place), end - place <= HoleScanner.longestQuoted {
            if byte == quote, self.byte(place - 1) != UInt8(ascii: "\\") { return place }
            place -= 1
        }
        return nil
    }

    func lineStart(endingAt end: Int) -> Int {
        var begin = end
        while let byte = byte(begin - 1), !isLineBreak(byte) { begin -= 1 }
        return begin
    }

    /// Names have spaces, so a handle begins where something else must end: at the start of the line, after ": ", a
    /// quote or a bracket left open. With brackets that do not pair up only the last word is sure.
    private func processStart(endingAt end: Int) -> Int {
        var depth = 0
        var begin = end
        while let byte = byte(begin - 1), !isLineBreak(byte), end - begin < HoleScanner.longestProcess {
            if isClosing(byte) {
                depth += 1
            } else if isOpening(byte) {
                if depth == 0 { break }
                depth -= 1
            } else if depth == 0 {
                if byte == UInt8(ascii: "\"") { break }
                if isSpace(byte), self.byte(begin - 2) == UInt8(ascii: ":") { break }
            }
            begin -= 1
        }
        if depth > 0 { return wordStart(endingAt: end) }
        while begin < end, isSpace(bytes[begin]) { begin += 1 }
        return begin
    }
}

private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
private func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || asciiLowercased(byte) &- 0x61 < 6 }
private func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
private func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

private func isOpening(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "<") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: "{")
}

private func isClosing(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ">") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "}")
}
