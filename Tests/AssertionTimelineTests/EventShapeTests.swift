import DiagnosticModel
import EvidenceImport
import Matching
import SystemFacts
import Testing

@testable import AssertionTimeline

/// Every shape of `rules/events` proves itself on its samples, read as a log that has this one line.
@Suite struct EventShapeTests {
    @Test func filesAreFound() {
        #expect(EventFile.all.count >= 15)
        #expect(EventFile.shapes.count >= 200)
    }

    /// No shape is dropped on the way into the binary.
    @Test func builtInShapesAreThoseOfTheFiles() {
        #expect(EventShapes.builtIn.files.map(\.name).sorted() == EventFile.all.map(\.name))
        #expect(EventShapes.builtIn.shapes.count == EventFile.shapes.count)
        let lines = Set(EventShapes.builtIn.shapes.map(\.line.description))
        for shape in EventFile.shapes { #expect(lines.contains(shape.line), "\(shape.testDescription): \(shape.line)") }
    }

    @Test(arguments: EventFile.shapes) func shapeIsSound(_ shape: EventFile.Shape) throws {
        #expect(TimelineEvent.Kind(rawValue: shape.event) != nil, "nothing in the timeline knows '\(shape.event)'")
        let line = try LineShape(parsing: shape.line)
        #expect(shape.literal.utf8.count >= LiteralSearch.shortestLiteral, "'\(shape.literal)' is not searched for")
        #expect(!shape.samples.isEmpty, "no sample")
        for sample in shape.samples {
            #expect(sample.contains(shape.literal), "the literal is not in \(sample)")
            #expect(line.firstMatch(in: sample) != nil, "the shape is not in \(sample)")
        }
    }

    /// Every word of the vocabulary has a line, but for two of which none is known yet.
    @Test func everyKindHasAShape() {
        let named = Set(EventFile.shapes.map(\.event))
        let missing = TimelineEvent.Kind.allCases.map(\.rawValue).filter { !named.contains($0) }
        #expect(missing == ["device.boot", "expiring-activity"])
    }

    /// The tool that is handed the line finds the event, and every hole of the shape that has a name.
    @Test(arguments: EventFile.shapes) func samplesGiveTheEvent(_ shape: EventFile.Shape) throws {
        let holes = Set(try LineShape(parsing: shape.line).holes.map(\.name).filter { $0 != "_" })
        for sample in shape.samples {
            let events = Self.events(Self.line(sample, of: shape))
            let found = events.filter { $0.kind.rawValue == shape.event }
            #expect(!found.isEmpty, "\(shape.event) not in \(events.map(\.kind.rawValue)): \(sample)")
            let isWhole = found.contains { holes.isSubset(of: Self.holes($0)) }
            #expect(found.isEmpty || isWhole, "\(holes) not in \(found.map(Self.holes)): \(sample)")
        }
    }

    @Test(arguments: EventFile.shapes.filter { !$0.notSamples.isEmpty })
    func notSamplesDoNot(_ shape: EventFile.Shape) throws {
        let line = try LineShape(parsing: shape.line)
        for sample in shape.notSamples { #expect(line.firstMatch(in: sample) == nil, "\(sample)") }
    }

    /// Cut anywhere, a sample gives fewer events or the same, and nothing traps.
    @Test(arguments: EventFile.shapes) func cutSamplesAreRead(_ shape: EventFile.Shape) {
        guard let sample = shape.samples.first else { return }
        let text = Array(sample.utf8)
        for end in stride(from: 0, to: text.count, by: 7) {
            _ = Self.events(String(decoding: text[..<end], as: UTF8.self))
        }
    }

    /// JSON would be a log of its own, and lines behind the first belong to a record only when it has a prefix.
    private static func line(_ sample: String, of shape: EventFile.Shape) -> String {
        guard sample.hasPrefix("{") || sample.contains("\n") else { return sample }
        let process = EventFile.all.first { $0.name == shape.file }?.processes.first ?? "Willow"
        return "2024-01-01 10:00:00.000 Df \(process)[1:2] " + sample
    }

    private static func events(_ line: String) -> [TimelineEvent] {
        var importer = EvidenceImporter(logs: LogOptions(wanted: { EventShapes.builtIn.search }))
        var found: [TimelineEvent] = []
        var reader = EventReader(shapes: .builtIn)
        _ = importer.importBytes(Array(line.utf8), path: "line.log") { batch in
            for entry in batch.entries { _ = reader.read(batch, entry) { found.append($0) } }
        }
        return found
    }

    private static func holes(_ event: TimelineEvent) -> Set<String> {
        var names = Set(event.fields.map(\.name))
        if event.target != nil { names.insert("target") }
        if event.originator != nil { names.insert("originator") }
        return names
    }
}
