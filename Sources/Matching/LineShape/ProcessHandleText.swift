/// A process as log lines and reports name it, in any of the spellings of the last fifteen years:
///
///     app<com.example.a(0F1E…-UUID)>:123          [osservice<com.apple.SpringBoard>:59]
///     application<Quarry>:18532                   [anon<Tool>:77]
///     [xpcservice<com.apple.x([osservice<y>:72])(501)>{vt hash: 0}[extension]:7284]
///     <BKNewProcess: 0x1; com.example.a; pid: 7; hostpid: -1>
///     <BKNewProcess: 0x16d; Willow pid: 291; hostpid: 101>
///     <BSProcessHandle: 0x1; Music:15599; valid: YES>
///     <FBApplicationProcess; app<com.example.a>:74759>
///     UIKitApplication:com.example.a[0x8b5][rb-legacy]
///     Sample[408]      Willow:24424      a bare name
///
/// Names may have spaces, brackets and any letters. Every field is nil when the text does not say.
public struct ProcessHandleText: Sendable, Equatable {
    /// "app", "xpcservice", "BKNewProcess", …: the word before the name, as written.
    public var kind: String?
    /// The bundle identifier, or the process name where the spelling has no bundle. Nil when it was redacted
    /// ("***", "<private>", "<REDACTED>", "(null)"): two redacted names are not the same name.
    public var name: String?
    /// What stands in parentheses right after the name: an instance's UUID, a user id, or the host's own handle.
    public var instance: String?
    /// Nil also for -1, a process that has not been launched yet.
    public var pid: Int?

    /// A handle from its parts.
    public init(kind: String? = nil, name: String? = nil, instance: String? = nil, pid: Int? = nil) {
        self.kind = kind
        self.name = name
        self.instance = instance
        self.pid = pid
    }

    /// Reads a handle. Never fails: what fits no spelling is a bare name. Texts over 4,096 bytes are a name whole.
    public static func parse(_ text: String) -> ProcessHandleText {
        guard text.utf8.count <= 4096 else { return ProcessHandleText(name: text) }
        return HandleReader(Array(text.utf8)[...]).read(depth: 0)
    }
}

/// Splits the bytes of one handle.
private struct HandleReader {
    /// Of handles within handles.
    static let deepestNesting = 4

    private let text: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) { self.text = HandleReader.trimmed(text) }

    func read(depth: Int) -> ProcessHandleText {
        if depth < HandleReader.deepestNesting {
            if isEnclosed(by: "[") { return HandleReader(text.dropFirst().dropLast()).read(depth: depth + 1) }
            if let object = readObject(depth: depth) { return object }
        }
        return readLaunchdLabel() ?? readTyped() ?? readBracketedPid() ?? readColonPid()
            ?? ProcessHandleText(name: HandleReader.name(text))
    }

    // MARK: spellings

    /// `<Class: 0xaddress; part; part>`, `<Class| part>`.
    private func readObject(depth: Int) -> ProcessHandleText? {
        guard isEnclosed(by: "<") else { return nil }
        let inside = text.dropFirst().dropLast()
        guard let separator = inside.firstIndex(where: { !isNamePartByte($0) }), separator > inside.startIndex,
            [UInt8(ascii: ":"), UInt8(ascii: "|"), UInt8(ascii: ";")].contains(inside[separator])
        else { return nil }
        var result = ProcessHandleText(kind: HandleReader.string(inside[..<separator]))
        for part in inside[(separator + 1)...].split(separator: UInt8(ascii: ";")) {
            let part = HandleReader.trimmed(part)
            if part.starts(with: "0x".utf8) || part.starts(with: "hostpid:".utf8) || part.starts(with: "valid:".utf8) {
                continue
            }
            if let (before, pid) = HandleReader.splitPidWord(part) {
                result.pid = result.pid ?? pid
                if !before.isEmpty, result.name == nil { result.name = HandleReader.name(before) }
            } else if result.name == nil {
                let inner = HandleReader(part).read(depth: depth + 1)
                result.name = inner.name
                result.instance = inner.instance
                result.pid = result.pid ?? inner.pid
            }
        }
        return result
    }

    /// "pid: 7", "Willow pid: 291": what stands before, and the number.
    private static func splitPidWord(_ part: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, Int?)? {
        let word = Array("pid:".utf8)
        guard part.count >= word.count else { return nil }
        for start in (part.startIndex...(part.endIndex - word.count)).reversed()
        where part[start...].starts(with: word) {
            guard start == part.startIndex || isSpace(part[start - 1]) else { continue }
            return (trimmed(part[..<start]), pid(trimmed(part[(start + word.count)...])))
        }
        return nil
    }

    /// `UIKitApplication:com.example.a[0x8b5][rb-legacy]`: the first bracket is launchd's own number, not a pid.
    private func readLaunchdLabel() -> ProcessHandleText? {
        let prefix = Array("UIKitApplication:".utf8)
        guard text.starts(with: prefix) else { return nil }
        let label = text.dropFirst(prefix.count)
        let name = label.prefix { $0 != UInt8(ascii: "[") }
        var result = ProcessHandleText(kind: "UIKitApplication", name: HandleReader.name(name))
        // launchd writes the pid, when it does, apart: "…[rb-legacy] [57171]".
        if let space = label.lastIndex(where: isSpace) {
            let last = HandleReader(label[(space + 1)...])
            if last.isEnclosed(by: "[") { result.pid = HandleReader.pid(last.text.dropFirst().dropLast()) }
        }
        return result
    }

    /// `kind<name(instance)…>{…}[…]:pid`.
    private func readTyped() -> ProcessHandleText? {
        guard let open = text.firstIndex(of: UInt8(ascii: "<")), open > text.startIndex,
            text[..<open].allSatisfy({ asciiLowercased($0) &- 0x61 < 26 })
        else { return nil }
        var result = ProcessHandleText(kind: HandleReader.string(text[..<open]))
        let (close, tail) = HandleReader.closing(of: open, in: text)
        var inside = text[(open + 1)..<close]
        // "My App (Beta)" is a name; an instance stands right after its name.
        let group = inside.indices.first {
            inside[$0] == UInt8(ascii: "(") && $0 > inside.startIndex && !isSpace(inside[$0 - 1])
        }
        if let group {
            let (end, _) = HandleReader.closing(of: group, in: inside)
            let instance = inside[(group + 1)..<end]
            result.instance = instance.isEmpty ? nil : HandleReader.string(instance)
            inside = inside[..<group]
        }
        result.name = HandleReader.name(inside)
        if let colon = tail.lastIndex(of: UInt8(ascii: ":")) { result.pid = HandleReader.pid(tail[(colon + 1)...]) }
        return result
    }

    /// `Sample[408]`.
    private func readBracketedPid() -> ProcessHandleText? {
        guard text.last == UInt8(ascii: "]"), let open = text.lastIndex(of: UInt8(ascii: "[")),
            let number = HandleReader.number(text[(open + 1)...].dropLast())
        else { return nil }
        return ProcessHandleText(name: HandleReader.name(text[..<open]), pid: number < 0 ? nil : number)
    }

    /// `Willow:24424`.
    private func readColonPid() -> ProcessHandleText? {
        guard let colon = text.lastIndex(of: UInt8(ascii: ":")),
            let number = HandleReader.number(text[(colon + 1)...])
        else { return nil }
        return ProcessHandleText(name: HandleReader.name(text[..<colon]), pid: number < 0 ? nil : number)
    }

    // MARK: bytes

    /// True when the first byte's bracket closes with the last byte.
    private func isEnclosed(by bracket: Unicode.Scalar) -> Bool {
        guard text.count >= 2, text.first.map({ UInt32($0) }) == bracket.value else { return false }
        let (close, tail) = HandleReader.closing(of: text.startIndex, in: text)
        return tail.isEmpty && close == text.endIndex - 1
    }

    /// The place where an opened bracket closes, counting only its own kind, and what stands after. When it does not
    /// close (a cut text): the end.
    private static func closing(of open: Int, in text: ArraySlice<UInt8>) -> (Int, ArraySlice<UInt8>) {
        let pairs: [UInt8: UInt8] = [0x3C: 0x3E, 0x5B: 0x5D, 0x28: 0x29]
        let closing = pairs[text[open]] ?? 0
        var depth = 0
        for place in open..<text.endIndex {
            if text[place] == text[open] { depth += 1 }
            if text[place] == closing { depth -= 1 }
            if depth == 0 { return (place, text[(place + 1)...]) }
        }
        return (text.endIndex, text[text.endIndex...])
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = text.drop(while: isSpace)
        guard let last = start.lastIndex(where: { !isSpace($0) }) else { return start.prefix(0) }
        return start[...last]
    }

    private static func string(_ text: ArraySlice<UInt8>) -> String { String(decoding: text, as: UTF8.self) }

    private static func name(_ text: ArraySlice<UInt8>) -> String? {
        let name = string(trimmed(text))
        return ["", "***", "<private>", "<REDACTED>", "(null)", "…"].contains(name) ? nil : name
    }

    /// Only digits after an optional minus.
    private static func number(_ text: ArraySlice<UInt8>) -> Int? {
        let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
        guard !digits.isEmpty, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return Int(string(text))
    }

    private static func pid(_ text: ArraySlice<UInt8>) -> Int? { number(trimmed(text)).flatMap { $0 < 0 ? nil : $0 } }
}
