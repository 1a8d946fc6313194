import Testing

@testable import AppleFormats

@Suite struct TextFrameTests {
    private let place = TextLines.Line(number: 7, bytes: 100..<180)

    private func frame(_ line: String) -> TextReport.Frame? { TextFrameLine.parse(Array(line.utf8)[...], place) }

    @Test func readsASymbolicatedFrame() throws {
        let found = try #require(frame("0   libsystem_kernel.dylib  \t0x00000001f143e0d4 mach_msg_trap + 8"))
        #expect(found.number == 0)
        #expect(found.image == "libsystem_kernel.dylib")
        #expect(found.address == 0x1_F143_E0D4)
        #expect(found.symbol == "mach_msg_trap")
        #expect(found.line == 7)
        #expect(found.bytes == 100..<180)
    }

    @Test func readsAnUnsymbolicatedFrame() throws {
        let found = try #require(frame("3   Sample   0x0000000103b97d1c 0x103408000 + 7929116"))
        #expect(found.image == "Sample")
        #expect(found.symbol == nil)
        #expect(found.imageOffset == 7_929_116)
    }

    @Test func readsASymbolInBracketsBehindTheOffset() throws {
        let found = try #require(frame("3   Sample  0x39d59eb4 0x39d59000 + 16 (-[Sample go] + 16)"))
        #expect(found.symbol == "-[Sample go]")
        #expect(found.imageOffset == 16)
    }

    @Test func readsTheSourceFile() throws {
        let found = try #require(frame("3   Sample  0x103b97d1c -[Uploader flush] + 24 (Uploader.m:42)"))
        #expect(found.symbol == "-[Uploader flush]")
        #expect(found.sourceFile == "Uploader.m")
        #expect(found.sourceLine == 42)
        let inlined = try #require(
            frame("3   Sample  0x103b97d1c closure #1 in A.b(c:d:) + 24 (<compiler-generated>:0)"))
        #expect(inlined.symbol == "closure #1 in A.b(c:d:)")
        #expect(inlined.sourceLine == nil)
    }

    @Test(arguments: [
        ("3   Night Train 2                 \t0x000ba974 main + 88", "Night Train 2"),
        ("3   Dice [d20]                    \t0x0000000105902fe0 main + 60", "Dice [d20]"),
        ("3   天気アプリ                    \t0x0000000105902fe0 main + 60", "天気アプリ"),
        ("3   0x5                           \t0x0000000105902fe0 main + 60", "0x5"),
        ("3   ???                           \t0x0000000105902fe0 0 + 4388302816", "???"),
        ("3   My App 3                      \t0x0000000105902fe0 main + 60", "My App 3"),
    ])
    func imageNamesMayHoldAnything(line: String, image: String) { #expect(frame(line)?.image == image) }

    @Test(arguments: [
        ("1  libdispatch         _dlock_wait", "libdispatch", "_dlock_wait"),
        ("1\tUIKitCore\t-[UIApplication _run]", "UIKitCore", "-[UIApplication _run]"),
        ("4 Sample main", "Sample", "main"),
    ])
    func framesMayLackAddresses(line: String, image: String, symbol: String) {
        #expect(frame(line)?.image == image)
        #expect(frame(line)?.symbol == symbol)
    }

    @Test(arguments: ["", "no frame", "12", "0x1000", "3", "Binary Images:", "99999999 A 0x100000 b", "  "])
    func otherLinesAreNoFrames(line: String) { #expect(frame(line) == nil) }

    @Test func symbolsKeepTheirOwnPlusSigns() throws {
        #expect(
            frame("1  A  0x103b97d1c +[NSThread sleepForTimeInterval:] + 132")?.symbol
                == "+[NSThread sleepForTimeInterval:]")
        #expect(frame("1  A  0x103b97d1c operator + (Vector, Vector) + 12")?.symbol == "operator + (Vector, Vector)")
    }

    @Test func addressesOfAnySizeAreRead() {
        #expect(frame("1  A  0xffffffffffffffff main + 1")?.address == UInt64.max)
        #expect(frame("1  A  0x5a6b0001fd2b213c main + 1")?.address == 0x5A6B_0001_FD2B_213C)
    }

    @Test func readsSampledFrames() throws {
        func sampled(_ line: String) -> TextReport.Frame? { TextFrameLine.parseSampled(Array(line.utf8)[...], place) }
        let plain = try #require(sampled("  48  main + 88 (Sample + 3120) [0x1044e4c30]"))
        #expect(plain.symbol == "main")
        #expect(plain.image == "Sample")
        #expect(plain.imageOffset == 3120)
        #expect(plain.address == 0x1_044E_4C30)
        let bare = try #require(sampled(" 15  ??? (libsystem_pthread.dylib + 14340) [0x1d09c3804]"))
        #expect(bare.symbol == nil)
        #expect(bare.image == "libsystem_pthread.dylib")
        #expect(sampled("Powerstats for: Sample") == nil)
        #expect(sampled("15 no brackets") == nil)
    }

    @Test func readsImages() throws {
        func image(_ line: String) -> TextReport.Image? { TextImageLine.parse(Array(line.utf8)[...]) }
        let app = try #require(
            image("0x100044000 - 0x1000effff +My App arm64  <a1b2c3> /var/containers/My App.app/My App"))
        #expect(app.name == "My App")
        #expect(app.uuid == "a1b2c3")
        #expect(app.path == "/var/containers/My App.app/My App")
        #expect(app.start == 0x1_0004_4000)
        #expect(app.end == 0x1_000E_FFFF)
        #expect(image("0x1000 - 0x2000 lib.dylib arm64")?.path == "")
        #expect(image("0x1000 - ??? lib.dylib arm64 <>")?.end == 0x1000)
        #expect(image("EOF") == nil)
        #expect(image("0x1000") == nil)
    }
}
