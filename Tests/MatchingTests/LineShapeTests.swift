import Testing

@testable import Matching

@Suite struct LineShapeTests {
    func captures(_ shape: String, _ text: String) throws -> [String: String]? {
        let shape = try LineShape(parsing: shape)
        return Self.named(shape, shape.match(text))
    }

    func found(_ shape: String, _ text: String) throws -> [String: String]? {
        let shape = try LineShape(parsing: shape)
        return Self.named(shape, shape.firstMatch(in: text))
    }

    static func named(_ shape: LineShape, _ captures: Captures?) -> [String: String]? {
        guard let captures else { return nil }
        return Dictionary(
            shape.holes.map { ($0.name, captures.string($0.name) ?? "-") }, uniquingKeysWith: { first, _ in first })
    }

    @Test(
        arguments: [
            ("plain text", "plain text", [:]), ("plain text", "plain \t\n text", [:]),
            ("plain text", "plaintext", nil), ("plain text", "plain text.", nil), ("plain text", " plain text", nil),
            ("{event:word} watchdog transgression", "scene-update watchdog transgression", ["event": "scene-update"]),
            ("{event:word} watchdog transgression", "scene update watchdog transgression", nil),
            ("{a} x {b}", "foo  bar x x y", ["a": "foo  bar", "b": "x y"]), ("{a}:{b}", ":", ["a": "", "b": ""]),
            ("[{a}] end", "[x] end] end", ["a": "x] end"]), ("{{{a:int}}}", "{-5}", ["a": "-5"]),
            ("code {c:hex}.", "code 0x8BADF00D.", ["c": "0x8BADF00D"]),
            ("code {c:hex}", "code dead10cc", ["c": "dead10cc"]),
            ("code {c:hex}", "code 0xg", nil),
            ("in {n:int}{unit:word}", "in 30s", ["n": "30", "unit": "s"]),
            ("limit {t:seconds}s", "limit 29.50s", ["t": "29.50"]), ("limit {t:seconds}s", "limit infs", ["t": "inf"]),
            ("limit {t:seconds}.", "limit 30.", ["t": "30"]), ("limit {t:seconds}", "limit .5", nil),
            ("say {q:quoted} now", #"say "a \" b" now"#, ["q": #"a \" b"#]),
            ("say {q:quoted}", "say 'x y'", ["q": "x y"]),
            ("say {q:quoted}", "say \"x", nil), ("a {r:rest}", "a b\nc ", ["r": "b\nc "]),
            ("a{r:rest}", "a", ["r": ""]),
            ("{_}, {_}, {x}", "a, b, c", ["_": "-", "x": "c"]), ("{w:word}: {x}", "a:b: c", ["w": "a:b", "x": "c"]),
            ("<{w:word}>", "<a>", ["w": "a"]), ("<{w:word}>", "<>", nil), ("<{w:word}>", "<a b>", nil),
            ("{name}ß{x:int}", "größeß7", nil), ("Zß{x:int}", "Zß7", ["x": "7"]),
        ] as [(String, String, [String: String]?)])
    func wholeLines(shape: String, text: String, expected: [String: String]?) throws {
        #expect(try captures(shape, text) == expected)
    }

    @Test(
        arguments: [
            (
                "{event:word} watchdog transgression", "x: scene-update watchdog  transgression: y",
                ["event": "scene-update"]
            ),
            ("{event:word} watchdog transgression", " watchdog transgression", nil),
            ("took {t:seconds} of {limit:seconds}", "it took 5.5 of 10.25 seconds", ["t": "5.5", "limit": "10.25"]),
            ("{t:seconds} seconds left", "about -1.5 seconds left", ["t": "-1.5"]),
            ("{t:seconds}s left", "(16-30s left)", ["t": "30"]), ("{t:seconds}s", "infs", ["t": "inf"]),
            ("{n:int} tasks", "x12 tasks, 13 tasks", ["n": "12"]), ("{n:int} tasks", "no tasks, 13 tasks", ["n": "13"]),
            ("{c:hex}!", "code 0xDEAD!", ["c": "0xDEAD"]), ("{q:quoted} was", "so 'a b' was", ["q": "a b"]),
            ("{q:quoted} was", "so a' was \"x\" was", ["q": "x"]),
            ("{t}: done", "one\ntwo three: done\n", ["t": "two three"]),
            ("reason: {r}", "a\nreason: b c\nd", ["r": "b c"]),
            ("reason: {r:rest}", "a\nreason: b c\nd", ["r": "b c\nd"]),
            ("by {w:word}", "by x\ty", ["w": "x"]), ("a {x} b {n:int}", "a 1 b z a 2 b 7", ["x": "2", "n": "7"]),
            ("{n:int}{unit:word} remain", "only 30s remain", ["n": "30", "unit": "s"]),
            (" x", "a   x", [:]), ("z", "abc", nil), ("{p:process} died", "", nil),
        ] as [(String, String, [String: String]?)])
    func phrasesAnywhere(shape: String, text: String, expected: [String: String]?) throws {
        #expect(try found(shape, text) == expected)
    }

    @Test(arguments: [
        ("{a", 0, "the hole that begins with '{' has no end"),
        ("x } y", 2, "'}' without '{'; a literal brace is written twice; did you mean '}}'?"),
        ("x {a:proces}", 5, "unknown hole type 'proces'; did you mean 'process'?"),
        ("x {}", 3, "'' is not a hole's name: letters, digits, '_', '.', '-'"),
        ("x {a b}", 3, "'a b' is not a hole's name: letters, digits, '_', '.', '-'"),
        ("{a} x {a:int}", 7, "there are two holes named 'a'"),
        ("x {a}{b:int}", 5, "'{b:int}' follows a hole of type text with no text between them"),
        ("x {a:rest} y", 10, "nothing can follow a hole of type rest"),
        ("{a} {b}", 0, "a shape needs some text besides its holes"),
        ("", 0, "a shape needs some text besides its holes"),
    ])
    func shapeErrors(shape: String, offset: Int, description: String) {
        let error = #expect(throws: LineShapeError.self) { try LineShape(parsing: shape) }
        #expect(error?.offset == offset)
        #expect(error?.description == description)
    }

    @Test func limits() {
        #expect(throws: LineShapeError.self) { try LineShape(parsing: String(repeating: "x", count: 5000)) }
        let holes = (0..<65).map { "{h\($0):int}" }.joined(separator: ",")
        #expect(throws: LineShapeError.self) { try LineShape(parsing: holes) }
    }

    @Test func helpersAndRanges() throws {
        let shape = try LineShape(parsing: "pid {pid:int} code {code:hex} after {t:seconds} from {who:process}")
        let text = "é pid 77 code 8badf00d after 19.5 from app<com.example.a>:5"
        let captures = try #require(shape.firstMatch(in: text))
        #expect(captures.int("pid") == 77)
        #expect(captures.unsigned("code") == 0x8bad_f00d)
        #expect(captures.unsigned("pid") == 77)
        #expect(captures.double("t") == 19.5)
        #expect(captures.process("who") == ProcessHandleText(kind: "app", name: "com.example.a", pid: 5))
        #expect(captures["pid"] == 7..<9)
        #expect(captures[0] == 7..<9)
        #expect(captures[4] == nil)
        #expect(captures[-1] == nil)
        #expect(captures["none"] == nil)
        #expect(captures.int("code") == nil)
        #expect(captures.range == 3..<text.utf8.count)
        #expect(shape.longestLiteral == Array("after".utf8))
        #expect(shape.holes.map(\.type) == [.int, .hex, .seconds, .process])
        #expect(shape.description == "pid {pid:int} code {code:hex} after {t:seconds} from {who:process}")
        #expect(try LineShape(parsing: "a  {b:text}") == LineShape(parsing: "a {b}"))
    }

    @Test func rangesOfALargerText() throws {
        let bytes = Array("one 1\ntwo 2\n".utf8)
        let shape = try LineShape(parsing: "two {n:int}")
        let captures = try #require(shape.match(bytes, in: 6..<11))
        #expect(captures["n"] == 10..<11)
        #expect(shape.match(bytes) == nil)
        #expect(shape.firstMatch(in: bytes)?.range == 6..<11)
        #expect(shape.firstMatch(in: bytes, range: 7..<12) == nil)
        #expect(shape.firstMatch(in: bytes, range: 500..<900) == nil)
        #expect(shape.match([], in: 3..<5) == nil)
        // Nothing is read before the range, though the word goes on there.
        let leading = try LineShape(parsing: "{w:word} 2")
        #expect(leading.firstMatch(in: bytes, range: 7..<12)?["w"] == 7..<9)
    }
}

extension LineShapeTests {
    @Test func aWholeAssertionLine() throws {
        let shape = """
            Acquiring assertion targeting [{target:process}] from originator [{originator:process}] with description \
            <RBSAssertionDescriptor| "{explanation}" ID:{assertion} target:{pid:int} attributes:[{attributes:rest}
            """
        let line = """
            Acquiring assertion targeting [app<com.example.quarry(0F1E)>:240] from originator \
            [xpcservice<com.example.x([osservice<y>:7])(501)>{vt hash: 0}[client]:72] with description \
            <RBSAssertionDescriptor| "Shared "Background" Assertion 7" ID:34-240-9 target:240 attributes:[
            \t<RBSLegacyAttribute| reason:FinishTask>
            \t]>
            """
        let captures = try #require(LineShape(parsing: shape).match(line))
        #expect(captures.process("target")?.name == "com.example.quarry")
        #expect(
            captures.string("originator") == "xpcservice<com.example.x([osservice<y>:7])(501)>{vt hash: 0}[client]:72")
        #expect(captures.string("explanation") == "Shared \"Background\" Assertion 7")
        #expect(captures.string("assertion") == "34-240-9")
        #expect(captures.int("pid") == 240)
        #expect(captures.string("attributes") == "\n\t<RBSLegacyAttribute| reason:FinishTask>\n\t]>")
    }
}
