/// What stands between two holes: bytes, and gaps of white space.
struct FixedRun: Sendable, Equatable {
    enum Piece: Sendable, Equatable {
        case bytes([UInt8])
        /// One or more spaces, tabs or line breaks.
        case space
    }

    var pieces: [Piece] = []

    /// Where the run ends when it begins at `start`; nil when it does not stand there. White space is taken whole.
    func end(in bytes: [UInt8], at start: Int, limit: Int) -> Int? {
        var position = start
        for piece in pieces {
            switch piece {
            case .bytes(let literal):
                guard limit - position >= literal.count else { return nil }
                for byte in literal {
                    if bytes[position] != byte { return nil }
                    position += 1
                }
            case .space:
                let first = position
                while position < limit, isSpace(bytes[position]) { position += 1 }
                if position == first { return nil }
            }
        }
        return position
    }

    /// Where the run begins when it ends at `end`; the mirror image of `end(in:at:limit:)`.
    func start(in bytes: [UInt8], endingAt end: Int, limit: Int) -> Int? {
        var position = end
        for piece in pieces.reversed() {
            switch piece {
            case .bytes(let literal):
                guard position - limit >= literal.count else { return nil }
                position -= literal.count
                for (offset, byte) in literal.enumerated() where bytes[position + offset] != byte { return nil }
            case .space:
                let last = position
                while position > limit, isSpace(bytes[position - 1]) { position -= 1 }
                if position == last { return nil }
            }
        }
        return position
    }

    /// The first place in the range where the run stands whole.
    ///
    /// A run that begins with white space is only tried where white space begins: a later start within the same gap
    /// could not match anything else, and trying it would make long gaps quadratic.
    func firstOccurrence(in bytes: [UInt8], from start: Int, limit: Int) -> Range<Int>? {
        guard let first = pieces.first else { return start..<start }
        var position = start
        switch first {
        case .bytes(let literal):
            guard let head = literal.first else { return nil }
            while position < limit {
                if bytes[position] == head, let end = end(in: bytes, at: position, limit: limit) {
                    return position..<end
                }
                position += 1
            }
        case .space:
            while position < limit {
                if isSpace(bytes[position]) {
                    if let end = end(in: bytes, at: position, limit: limit) { return position..<end }
                    while position < limit, isSpace(bytes[position]) { position += 1 }
                } else {
                    position += 1
                }
            }
        }
        return nil
    }
}

/// Space, tab, line feed, carriage return, and the two ASCII breaks between them.
@inline(__always)
func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }
