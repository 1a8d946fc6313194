import Testing

@testable import Matching

@Suite struct ProcessHandleTests {
    typealias Handle = ProcessHandleText

    static let spellings: [(String, Handle)] = [
        (
            "app<com.example.a(BED36376-5A4B-42A9-9620-6AE0BC5F0283)>:123",
            Handle(kind: "app", name: "com.example.a", instance: "BED36376-5A4B-42A9-9620-6AE0BC5F0283", pid: 123)
        ),
        ("[app<com.example.a>:123]", Handle(kind: "app", name: "com.example.a", pid: 123)),
        ("application<Quarry>:18532", Handle(kind: "application", name: "Quarry", pid: 18532)),
        ("[daemon<com.apple.SpringBoard>:59]", Handle(kind: "daemon", name: "com.apple.SpringBoard", pid: 59)),
        ("[anon<My Tool>:77]", Handle(kind: "anon", name: "My Tool", pid: 77)),
        (
            "[xpcservice<com.apple.x([osservice<y>:72])(501)>{vt hash: 0}[extension]:7284]",
            Handle(kind: "xpcservice", name: "com.apple.x", instance: "[osservice<y>:72]", pid: 7284)
        ),
        (
            "<BKNewProcess: 0x1; com.example.a; pid: 7; hostpid: -1>",
            Handle(kind: "BKNewProcess", name: "com.example.a", pid: 7)
        ),
        (
            "<BKNewProcess: 0x16d; Willow pid: 291; hostpid: 101>",
            Handle(kind: "BKNewProcess", name: "Willow", pid: 291)
        ),
        ("<BKNewProcess: 0x16d; <REDACTED>; pid: 15; hostpid: -1>", Handle(kind: "BKNewProcess", pid: 15)),
        ("<BSProcessHandle: 0x1; Music:15599; valid: YES>", Handle(kind: "BSProcessHandle", name: "Music", pid: 15599)),
        (
            "<FBApplicationProcess: 0x2; app<com.example.a(501)>:9>",
            Handle(kind: "FBApplicationProcess", name: "com.example.a", instance: "501", pid: 9)
        ),
        ("<RBSProcessHandle| app<com.example.a>:9>", Handle(kind: "RBSProcessHandle", name: "com.example.a", pid: 9)),
        ("Sample[408]", Handle(name: "Sample", pid: 408)), ("Willow:24424", Handle(name: "Willow", pid: 24424)),
        ("[Our App:24424]", Handle(name: "Our App", pid: 24424)), ("app<***>:525", Handle(kind: "app", pid: 525)),
        ("app<com.example.a>:-1", Handle(kind: "app", name: "com.example.a")),
        ("app<com.example.a>", Handle(kind: "app", name: "com.example.a")),
        ("app<com.example.a(", Handle(kind: "app", name: "com.example.a")),
        ("UIKitApplication:com.example.a[0x8b5][rb-legacy]", Handle(kind: "UIKitApplication", name: "com.example.a")),
        ("UIKitApplication:com.a[0959][rb] [571]", Handle(kind: "UIKitApplication", name: "com.a", pid: 571)),
        ("天気 アプリ[12]", Handle(name: "天気 アプリ", pid: 12)), ("app<Météo>:3", Handle(kind: "app", name: "Météo", pid: 3)),
        ("My [Cool] App[12]", Handle(name: "My [Cool] App", pid: 12)), ("Foo[bar]", Handle(name: "Foo[bar]")),
        ("anon<My App (Beta)>:4", Handle(kind: "anon", name: "My App (Beta)", pid: 4)),
        ("anon<Box<T>>:4", Handle(kind: "anon", name: "Box<T>", pid: 4)), ("a:b:5", Handle(name: "a:b", pid: 5)),
        ("  My Sample  ", Handle(name: "My Sample")), ("<private>", Handle()), ("", Handle()), ("[]", Handle()),
        ("x:99999999999999999999", Handle(name: "x:99999999999999999999")),
    ]

    @Test(arguments: spellings) func parses(text: String, expected: Handle) {
        #expect(ProcessHandleText.parse(text) == expected)
    }

    /// Whatever the spelling, a process hole takes the whole handle, between texts and at either end.
    @Test(arguments: spellings.map(\.0).filter { !$0.isEmpty && !$0.hasSuffix("(") })
    func holesTakeTheWholeHandle(text: String) throws {
        let handle = text == "  My Sample  " ? "My Sample" : text
        let inside = try LineShape(parsing: "Killing {p:process} from [{q:process}] because: {why}")
        let captures = try #require(inside.match("Killing \(handle) from [\(handle)] because: x from [y] because: z"))
        #expect(captures.string("p") == handle)
        #expect(captures.string("q") == handle)
        let leading = try LineShape(parsing: "{p:process} has active assertions")
        #expect(leading.match("\(handle) has active assertions")?.string("p") == handle)
        for before in ["", "one\n", "Forcing crash report with description: ", "say \"", "("] {
            let found = leading.firstMatch(in: "\(before)\(handle) has active assertions beyond")
            #expect(found?.string("p") == handle, "\(before)")
        }
        let trailing = try LineShape(parsing: "Crashed {p:process}")
        #expect(trailing.match("Crashed \(handle)")?.string("p") == handle)
    }

    @Test(arguments: [
        ("of Zazo[272]...", "Zazo[272]"), ("of [app<a.b(C)>:859], x", "[app<a.b(C)>:859]"),
        ("of Willow:244: x", "Willow:244"),
        ("of app<a.b>:-1 (x)", "app<a.b>:-1"), ("of My App, then", "My App"), ("of My App: then", "My App"),
        ("of My App \nnext", "My App"), ("(of My App) x", "My App"),
        ("of <BKNewProcess: 0x1; a; pid: 7; hostpid: -1> has", "<BKNewProcess: 0x1; a; pid: 7; hostpid: -1>"),
        ("of [xpcservice<x([y<z>:7])(5)>{vt hash: 0}[e]:72] x", "[xpcservice<x([y<z>:7])(5)>{vt hash: 0}[e]:72]"),
    ])
    func trailingHandleInAPhrase(text: String, expected: String) throws {
        #expect(try LineShape(parsing: "of {p:process}").firstMatch(in: text)?.string("p") == expected)
    }

    @Test func bracketsThatDoNotPair() throws {
        let shape = try LineShape(parsing: "target {p:process} from {q:word}")
        #expect(shape.match("target app<Foo (Beta:12 from x")?.string("p") == "app<Foo (Beta:12")
        let leading = try LineShape(parsing: "{p:process} died")
        #expect(leading.firstMatch(in: "it -> App[5] died")?.string("p") == "App[5]")
    }
}
