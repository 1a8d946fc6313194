import Testing

/// `bgdiag explain WORD`
@Suite struct ExplainTests {
    @Test(arguments: [
        ("0x8badf00d", "0x8badf00d (2343432205)"), ("2343432205", "0x8badf00d (2343432205)"),
        ("0xDEAD10CC", "0xdead10cc (3735883980)"), ("scene-update", "scene-update"),
        ("leaked-background-task", "leaked-background-task"), ("background-task-timeout", "background-task-timeout"),
        ("RUNNINGBOARD", "RUNNINGBOARD"), ("309", "bug_type 309"),
    ])
    func titles(_ word: String, _ title: String) throws {
        let run = try Tool.bgdiag("explain", word)
        #expect(run.status == 0 && run.err.isEmpty)
        #expect(run.lines.first?.hasPrefix(title) == true, "\(run.lines.first ?? "")")
        #expect(run.lines.count > 4)
    }

    @Test func hexadecimalIsDecimal() throws {
        #expect(try Tool.bgdiag("explain", "0x8badf00d").outBytes == Tool.bgdiag("explain", "2343432205").outBytes)
    }

    @Test func codesNameTheirSources() throws {
        let text = try Tool.bgdiag("explain", "0x8badf00d").out
        #expect(text.contains("Source:"))
        #expect(text.contains("RUNNINGBOARD") && text.contains("FRONTBOARD"))
    }

    @Test func eventsHaveTheirTime() throws {
        #expect(try Tool.bgdiag("explain", "scene-update").out.contains("10 s (wall clock)"))
    }

    @Test func unknownWordsAreSuggested() throws {
        let run = try Tool.bgdiag("explain", "scene-updat")
        #expect(run.status == 2 && run.out.isEmpty)
        #expect(run.err.contains("'scene-updat'") && run.err.contains("did you mean 'scene-update'?"))
        #expect(try !Tool.bgdiag("explain", "qqqqqqqq").err.contains("did you mean"))
    }

    @Test func ownRulesAreExplained() throws {
        try withScratch { folder in
            _ = try Tool.bgdiag("rules", "new", "slow-save", "--folder", folder)
            #expect(try Tool.bgdiag("explain", "slow-save").status == 2)
            let run = try Tool.bgdiag("explain", "slow-save", "--rules", folder)
            #expect(run.status == 0 && run.out.hasPrefix("slow-save: "))
        }
    }
}
