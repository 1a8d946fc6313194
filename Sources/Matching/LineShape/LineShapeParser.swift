/// Reads the text of a line shape into its parts.
struct LineShapeParser {
    static let longestText = 4096
    static let mostHoles = 64

    private(set) var parts: [LineShape.Part] = []
    private(set) var holes: [LineShape.Hole] = []
    private(set) var longestLiteral: [UInt8] = []

    private let bytes: [UInt8]
    private var position = 0
    private var run = FixedRun()
    private var literal: [UInt8] = []

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func parse() throws(LineShapeError) {
        guard bytes.count <= LineShapeParser.longestText else {
            throw LineShapeError(
                offset: LineShapeParser.longestText,
                message: "the shape is longer than \(LineShapeParser.longestText) bytes")
        }
        while position < bytes.count {
            let byte = bytes[position]
            if case .hole(_, .rest)? = parts.last {
                throw LineShapeError(offset: position, message: "nothing can follow a hole of type rest")
            }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "}"):
                if position + 1 < bytes.count, bytes[position + 1] == byte {
                    literal.append(byte)
                    position += 2
                } else if byte == UInt8(ascii: "{") {
                    try parseHole()
                } else {
                    throw LineShapeError(
                        offset: position, message: "'}' without '{'; a literal brace is written twice", suggestion: "}}"
                    )
                }
            case _ where isSpace(byte):
                endLiteral()
                while position < bytes.count, isSpace(bytes[position]) { position += 1 }
                run.pieces.append(.space)
            default:
                literal.append(byte)
                position += 1
            }
        }
        endRun()
        guard !longestLiteral.isEmpty else {
            throw LineShapeError(offset: 0, message: "a shape needs some text besides its holes")
        }
    }

    private mutating func parseHole() throws(LineShapeError) {
        let start = position
        guard let length = bytes[start...].firstIndex(of: UInt8(ascii: "}")) else {
            throw LineShapeError(offset: start, message: "the hole that begins with '{' has no end")
        }
        let inside = String(decoding: bytes[start + 1..<length], as: UTF8.self)
        let hole = try LineShapeParser.hole(inside, at: start + 1)
        endRun()
        if case .hole(_, let previous)? = parts.last {
            guard previous.endsItself else {
                throw LineShapeError(
                    offset: start,
                    message: "'{\(inside)}' follows a hole of type \(previous.rawValue) with no text between them")
            }
        }
        guard holes.count < LineShapeParser.mostHoles else {
            throw LineShapeError(offset: start, message: "a shape has at most \(LineShapeParser.mostHoles) holes")
        }
        guard hole.name == "_" || !holes.contains(where: { $0.name == hole.name }) else {
            throw LineShapeError(offset: start + 1, message: "there are two holes named '\(hole.name)'")
        }
        parts.append(.hole(holes.count, hole.type))
        holes.append(hole)
        position = length + 1
    }

    private static func hole(_ text: String, at offset: Int) throws(LineShapeError) -> LineShape.Hole {
        let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = halves.first.map(String.init) ?? ""
        let isName = name.utf8.allSatisfy { isNamePartByte($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
        guard !name.isEmpty, isName else {
            throw LineShapeError(
                offset: offset, message: "'\(name)' is not a hole's name: letters, digits, '_', '.', '-'")
        }
        guard halves.count > 1 else { return LineShape.Hole(name: name, type: .text) }
        guard let type = HoleType(rawValue: String(halves[1])) else {
            throw LineShapeError(
                offset: offset + name.utf8.count + 1, message: "unknown hole type '\(halves[1])'",
                suggestion: EditDistance.suggestion(
                    for: String(halves[1]), among: HoleType.allCases.map(\.rawValue)))
        }
        return LineShape.Hole(name: name, type: type)
    }

    private mutating func endLiteral() {
        guard !literal.isEmpty else { return }
        run.pieces.append(.bytes(literal))
        if literal.count > longestLiteral.count { longestLiteral = literal }
        literal = []
    }

    private mutating func endRun() {
        endLiteral()
        guard !run.pieces.isEmpty else { return }
        parts.append(.fixed(run))
        run = FixedRun()
    }
}
