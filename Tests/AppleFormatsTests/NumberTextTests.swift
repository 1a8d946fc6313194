import Testing

@testable import AppleFormats

@Suite struct NumberTextTests {
    @Test(
        arguments: [
            ("0", 0), ("2343432205", 0x8BAD_F00D), ("0x8badf00d", 0x8BAD_F00D), ("0X8BADF00D", 0x8BAD_F00D),
            ("0x000000008badf00d", 0x8BAD_F00D), ("007", 7), ("18446744073709551615", UInt64.max),
            ("0xffffffffffffffff", UInt64.max), ("0x0", 0),
        ] as [(String, UInt64)])
    func readsCodes(text: String, expected: UInt64) { #expect(NumberText.unsigned(text) == expected) }

    @Test(arguments: [
        "", "0x", "x1", "-1", "+1", "1 ", " 1", "18446744073709551616", "99999999999999999999999",
        "0x1ffffffffffffffff",
        "0xzz", "1.0", "١", "0x1 ",
    ])
    func refusesWhatIsNoNumberOrDoesNotFit(text: String) { #expect(NumberText.unsigned(text) == nil) }

    @Test func readsSignedNumbers() {
        #expect(NumberText.signed(Array("-42".utf8)) == -42)
        #expect(NumberText.signed(Array("42".utf8)) == 42)
        #expect(NumberText.signed(Array("-".utf8)) == nil)
        #expect(NumberText.signed(Array("--1".utf8)) == nil)
        #expect(NumberText.signed(Array("9223372036854775808".utf8)) == nil)
        #expect(NumberText.signed(Array("-99999999999999999999".utf8)) == nil)
    }

    @Test(
        arguments: [
            ("64 sec", 64), ("48 seconds", 48), ("1,106,818千字节", 1_106_818), ("4,120秒", 4_120), ("0秒", 0),
            ("250 ms", 250), ("1.5 GB", 1.5), ("0.127", 0.127), ("12,5 s", 12.5), ("1\u{A0}073,77 MB", 1073.77),
            ("1\u{202F}073 kB", 1073), ("12’345’678", 12_345_678), ("1.234,56 MB", 1234.56), ("1,234.56 MB", 1234.56),
            ("١٬٢٣٤٫٥ ثانية", 1234.5), ("80% cpu over 60 seconds", 80), ("about 7", 7),
            ("880,112,233千条指令", 880_112_233),
            ("64.", 64),
        ] as [(String, Double)])
    func readsLocalisedNumbers(text: String, expected: Double) { #expect(NumberText.lenient(text) == expected) }

    /// German and Spanish group with points: a number has one decimal point.
    @Test(arguments: [("1.106.818 KB", 1_106_818), ("12.345.678,5 kB", 12_345_678.5)] as [(String, Double)])
    func severalPointsAreGroupingMarks(text: String, expected: Double) {
        #expect(NumberText.lenient(text) == expected)
    }

    /// Nobody writes a grouping mark behind a lone zero.
    @Test func aCommaBehindALoneZeroIsADecimalPoint() { #expect(NumberText.lenient("0,250 s") == 0.25) }

    @Test(arguments: ["", "seconds", "千字节", "-", ".,"]) func wordsHaveNoNumber(text: String) {
        #expect(NumberText.lenient(text) == nil)
    }

    @Test func hugeNumbersAreInfiniteOrLargeButDoNotTrap() {
        #expect(NumberText.lenient(String(repeating: "9", count: 5_000)) != nil)
        #expect(NumberText.lenient(String(repeating: "9,", count: 5_000)) != nil)
        #expect(NumberText.unsigned(String(repeating: "9", count: 5_000)) == nil)
    }
}
