import Matching
import SystemFacts
import Testing

/// Every phrase of `rules/explanations.yaml` finds the words it was written for.
@Suite struct ExplanationFactTests {
    @Test func everyPhraseIsAShape() {
        for fact in BuiltInFacts.explanations {
            do throws(LineShapeError) { _ = try LineShape(parsing: fact.find) } catch {
                Issue.record("\(fact.find): \(error)")
            }
        }
    }

    @Test func everySampleMatchesItsOwnPhrase() throws {
        for fact in BuiltInFacts.explanations {
            let shape = try LineShape(parsing: fact.find)
            #expect(!fact.samples.isEmpty, "\(fact.find) has no sample")
            for sample in fact.samples {
                #expect(shape.firstMatch(in: sample) != nil, "\(fact.find) does not find: \(sample)")
            }
        }
    }

    @Test func allowancesInSamplesAreNumbers() throws {
        for fact in BuiltInFacts.explanations where fact.find.contains("{allowance:seconds}") {
            let shape = try LineShape(parsing: fact.find)
            for sample in fact.samples {
                let seconds = shape.firstMatch(in: sample)?.double("allowance")
                #expect(seconds.map { $0 > 0 && $0 < 10_000 } == true, "\(sample)")
            }
        }
    }

    /// In a text that holds several phrases the first of the file wins, so the special must come before the general.
    @Test func noPhraseIsHiddenByAnEarlierOneOfAnotherCause() throws {
        let shapes = try BuiltInFacts.explanations.map { ($0, try LineShape(parsing: $0.find)) }
        for (fact, _) in shapes {
            guard let cause = fact.cause else { continue }
            for sample in fact.samples {
                let first = shapes.first { $0.0.cause != nil && $0.1.firstMatch(in: sample) != nil }?.0
                #expect(first?.cause == cause, "\(sample): \(first?.find ?? "none") comes before \(fact.find)")
            }
        }
    }

    @Test func clocksAndEventsAreKnownWords() {
        for fact in BuiltInFacts.explanations {
            #expect(fact.clock.map { ["wall", "cpu"].contains($0) } ?? true, "\(fact.find)")
            #expect(!fact.source.isEmpty, "\(fact.find)")
        }
    }

    @Test func phrasesFindNothingInOtherWords() throws {
        let prose = "The app crashed with EXC_BAD_ACCESS (SIGSEGV) while it was parsing, says the tester; code 11."
        for fact in BuiltInFacts.explanations {
            #expect(try LineShape(parsing: fact.find).firstMatch(in: prose) == nil, "\(fact.find)")
        }
    }
}
