/// Writes JSON (RFC 8259) in UTF-8. Begins and ends are paired by closures, so the result is always well formed.
///
/// ```swift
/// var json = JSONWriter(compact: false)
/// json.object { json in
///     json.member("code", UInt64(0x8bad_f00d))
///     json.array("findings") { json in json.string("…") }
/// }
/// ```
/// - Members whose value is nil are not written; use `null(_:)` where absence is an answer.
/// - Integers beyond ±2^53 are written as strings of digits: many readers hold numbers as doubles.
/// - Numbers that are not finite do not exist in JSON and are written as `null`, or not at all as members.
/// - Besides what JSON demands, characters that act on a terminal or cannot be seen (`Sanitizer.isHidden`)
///   are escaped. The value is the same, and a result on a terminal is harmless.
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8] = []
    private let compact: Bool
    private var depth = 0
    private var isFirst = true

    /// Largest integer written as a number: 2^53.
    public static let exactLimit: UInt64 = 1 << 53

    public init(compact: Bool, capacity: Int = 4096) {
        self.compact = compact
        bytes.reserveCapacity(capacity)
    }

    // MARK: Containers

    /// An object, as the document, an element, or the member `key`.
    public mutating func object(_ key: String? = nil, _ body: (inout JSONWriter) -> Void) {
        container(key, open: "{", close: "}", body)
    }

    public mutating func array(_ key: String? = nil, _ body: (inout JSONWriter) -> Void) {
        container(key, open: "[", close: "]", body)
    }

    public mutating func array(_ key: String, _ values: [String]) {
        array(key) { json in
            for value in values { json.string(value) }
        }
    }

    // MARK: Members

    public mutating func member(_ key: String, _ value: String?) {
        guard let value else { return }
        begin(key)
        write(value)
    }

    public mutating func member(_ key: String, _ value: Bool?) {
        guard let value else { return }
        begin(key)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    public mutating func member(_ key: String, _ value: Int?) {
        guard let value else { return }
        begin(key)
        write(value)
    }

    public mutating func member(_ key: String, _ value: UInt64?) {
        guard let value else { return }
        begin(key)
        write(value)
    }

    public mutating func member(_ key: String, _ value: Double?) {
        guard let value, value.isFinite else { return }
        begin(key)
        write(value)
    }

    public mutating func null(_ key: String) {
        begin(key)
        bytes.append(contentsOf: "null".utf8)
    }

    // MARK: Elements

    public mutating func string(_ value: String) {
        begin(nil)
        write(value)
    }

    public mutating func number(_ value: Int) {
        begin(nil)
        write(value)
    }

    public mutating func number(_ value: Double) {
        begin(nil)
        write(value)
    }

    /// The document's last line end.
    public mutating func newline() { bytes.append(UInt8(ascii: "\n")) }

    // MARK: Parts

    private mutating func container(
        _ key: String?, open: Unicode.Scalar, close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void
    ) {
        begin(key)
        bytes.append(UInt8(ascii: open))
        depth += 1
        isFirst = true
        body(&self)
        depth -= 1
        if !isFirst { indent() }
        bytes.append(UInt8(ascii: close))
        isFirst = false
    }

    /// Comma, line, indentation and key: all that stands before a value.
    private mutating func begin(_ key: String?) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        if depth > 0 { indent() }
        isFirst = false
        guard let key else { return }
        write(key)
        bytes.append(UInt8(ascii: ":"))
        if !compact { bytes.append(UInt8(ascii: " ")) }
    }

    private mutating func indent() {
        if compact { return }
        bytes.append(UInt8(ascii: "\n"))
        for _ in 0..<depth { bytes.append(contentsOf: [0x20, 0x20]) }
    }

    private mutating func write(_ value: Int) {
        let text = String(value)
        value.magnitude > UInt(Self.exactLimit) ? write(text) : bytes.append(contentsOf: text.utf8)
    }

    private mutating func write(_ value: UInt64) {
        let text = String(value)
        value > Self.exactLimit ? write(text) : bytes.append(contentsOf: text.utf8)
    }

    private mutating func write(_ value: Double) {
        guard value.isFinite else {
            bytes.append(contentsOf: "null".utf8)
            return
        }
        // Swift prints the shortest form that reads back the same; "30.0" becomes 30.
        // `Int(exactly:)` would need libm, which nothing here links.
        if value.magnitude < 1e15, Double(Int(value)) == value {
            bytes.append(contentsOf: String(Int(value)).utf8)
        } else {
            bytes.append(contentsOf: value.description.utf8)
        }
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        // Most strings need no escape: copy first, look at the copy, take it back when one does.
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        let isPlain = Self.isPlain
        var index = start
        let end = bytes.count
        while index < end, isPlain[Int(bytes[index])] { index += 1 }
        if index < end {
            bytes.removeLast(bytes.count - start)
            for scalar in text.unicodeScalars { write(scalar) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Bytes that are surely written as they are. The others demand an escape or can begin a character of `isHidden`.
    private static let isPlain: [Bool] = (0...255).map { byte in
        switch byte {
        case 0x00...0x1F, 0x22, 0x5C, 0x7F, 0xC2, 0xD8, 0xE1, 0xE2, 0xEF, 0xF3: false
        default: true
        }
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"", "\\": bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: scalar)])
        case "\n": bytes.append(contentsOf: #"\n"#.utf8)
        case "\r": bytes.append(contentsOf: #"\r"#.utf8)
        case "\t": bytes.append(contentsOf: #"\t"#.utf8)
        case _ where Sanitizer.isHidden(scalar):
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                bytes.append(contentsOf: (#"\u"# + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8)
            }
        case _ where scalar.isASCII: bytes.append(UInt8(ascii: scalar))
        default: bytes.append(contentsOf: scalar.utf8)
        }
    }
}
