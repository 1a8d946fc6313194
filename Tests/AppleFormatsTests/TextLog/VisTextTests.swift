import Testing

@testable import AppleFormats

@Suite struct VisTextTests {
    private func decode(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        VisText.decode(bytes.span, 0, bytes.count, into: &out)
        return String(decoding: out, as: UTF8.self)
    }

    private func isEscaped(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return VisText.isEscaped(bytes.span, 0, bytes.count)
    }

    @Test(arguments: [
        (#"id:\M-b\M^@\M-&98F298A5C1D2"#, "id:…98F298A5C1D2"), (#"a\134b"#, #"a\b"#), (#"\M-C\M-$"#, "ä"),
        (#"tab\^Iend"#, "tab\tend"), (#"\M-b\M^@\M^]"#, "\u{201D}"), (#"\040"#, " "), (#"\M-f\M^W\M-%"#, "日"),
        (#"end\^I"#, "end\t"),
    ]) func escapesAreDecoded(_ text: String, _ decoded: String) {
        #expect(decode(text) == decoded)
        #expect(isEscaped(text))
    }

    @Test(arguments: [
        "", "plain", #"C:\Music"#, #"a\nb"#, #"\"#, #"\1"#, #"\12"#, #"\189"#, #"\M"#, #"\M-"#, #"\M^"#, #"\Mx12"#,
        #"\^"#,
        #"\\server"#, #"\777"#, #"\^a"#,
    ]) func otherBackslashesStay(_ text: String) {
        #expect(decode(text) == text)
        #expect(!isEscaped(text))
    }
}
