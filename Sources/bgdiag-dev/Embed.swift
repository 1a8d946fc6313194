import ArgumentParser
import Matching
import RuleEngine
import SystemFacts
import Yams

/// Turns `rules/` into Swift tables, so that the built-in facts and rules cost no YAML at start.
struct Embed: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Generate Sources/SystemFacts/Generated from rules/.")

    @Option(help: "The project's folder.") var root = "."
    @Flag(help: "Only say whether the generated files are up to date; exit 1 when not.") var check = false

    func run() throws {
        var stale: [String] = []
        for (name, text) in try EmbeddedTables(rules: root + "/rules").files() {
            let path = root + "/Sources/SystemFacts/Generated/" + name
            if (try? ProjectFiles.text(path)) == text { continue }
            stale.append(name)
            if !check { try ProjectFiles.write(text, to: path) }
        }
        if check, !stale.isEmpty {
            print("stale: \(stale.joined(separator: ", ")); run 'bgdiag-dev embed'")
            throw ExitCode(1)
        }
        print(stale.isEmpty ? "up to date" : "wrote \(stale.joined(separator: ", "))")
    }
}

/// The generated files, name and text.
struct EmbeddedTables {
    let rules: String

    func files() throws -> [(String, String)] {
        [
            ("CodeFacts+Generated.swift", try codes()),
            ("ExplanationFacts+Generated.swift", try explanations()),
            ("SymbolFacts+Generated.swift", try symbols()),
            ("EventShapes+Generated.swift", try events()),
            ("Rules+Generated.swift", try ruleTable()),
        ]
    }

    private func table(_ file: String, _ key: String) throws -> [Node.Mapping] {
        let path = "\(rules)/\(file).yaml"
        guard let root = try Yams.compose(yaml: try ProjectFiles.text(path))?.mapping, let items = root[key]?.sequence
        else {
            throw ValidationError("\(path): expected a list under '\(key)'")
        }
        return items.compactMap(\.mapping)
    }

    private static let head = """
        // Generated from rules/ by 'bgdiag-dev embed'. Edit the YAML, not this file.
        // swift-format-ignore-file


        """

    private func list(_ name: String, _ type: String, _ items: [String]) -> String {
        """
        extension BuiltInFacts {
            public static let \(name): [\(type)] = [
        \(items.map { "        " + $0 + "," }.joined(separator: "\n"))
            ]
        }


        """
    }

    // MARK: Small tables

    private func codes() throws -> String {
        var text = Self.head
        text += list(
            "codes", "CodeFact",
            try table("codes", "codes").map { m in
                "CodeFact(code: \(m.text("code")), name: \(m.lit("name")), namespaces: \(m.strings("namespaces")), range: \(m.range), cause: \(m.lit("cause")), meaning: \(m.lit("meaning")), crashFile: .\(m.text("crash-file")), source: \(m.lit("source")))"
            })
        text += list(
            "namespaces", "NamespaceFact",
            try table("namespaces", "namespaces").map { m in
                "NamespaceFact(number: \(m["number"]?.scalar?.string ?? "nil"), name: \(m.lit("name")), aliases: \(m.strings("aliases")), certain: \(m.text("certain")), source: \(m.lit("source")))"
            })
        text += list(
            "allowances", "AllowanceFact",
            try table("allowances", "allowances").map { m in
                "AllowanceFact(what: \(m.lit("what")), range: \(m.range), seconds: \(m.text("seconds")), clock: \(m.lit("clock")), note: \(m.lit("note")), source: \(m.lit("source")))"
            })
        text += list(
            "bugTypes", "BugTypeFact",
            try table("bug-types", "bug-types").map { m in
                "BugTypeFact(number: \(m.lit("number")), name: \(m.lit("name")), kind: \(m.lit("kind")), stacks: \(m.text("stacks")), source: \(m.lit("source")))"
            })
        text += list(
            "verdicts", "VerdictFact",
            try table("verdicts", "verdicts").map { m in
                "VerdictFact(id: \(m.lit("id")), title: \(m.lit("title")), precedence: \(m.text("precedence")), kill: \(m.lit("kill")), description: \(m.lit("description")))"
            })
        text += list(
            "exitCounters", "ExitCounterFact",
            try table("exit-counters", "counters").map { m in
                "ExitCounterFact(name: \(m.lit("name")), verdict: \(m.lit("verdict")), meaning: \(m.lit("meaning")), source: \(m.lit("source")))"
            })
        text += list(
            "backgroundModes", "BackgroundModeFact",
            try table("background-modes", "background-modes").map { m in
                "BackgroundModeFact(mode: \(m.lit("mode")), kind: \(m.lit("kind")), names: \(m.strings("names")), requesters: \(m.strings("requesters")), source: \(m.lit("source")))"
            })
        text += list(
            "systemTasks", "SystemTaskFact",
            try table("system-tasks", "system-tasks").map { m in
                "SystemTaskFact(names: \(m.strings("names")), source: \(m.lit("source")))"
            })
        text += list(
            "assertionReasons", "AssertionReasonFact",
            try table("assertion-reasons", "assertion-reasons").map { m in
                "AssertionReasonFact(kind: \(m.lit("kind")), reasons: \(m.strings("reasons")), names: \(m.strings("names")), source: \(m.lit("source")))"
            })
        return text
    }

    private func explanations() throws -> String {
        for entry in try table("explanations", "explanations") {
            do {
                _ = try LineShape(parsing: entry.text("find"))
            } catch {
                throw ValidationError("explanations.yaml: '\(entry.text("find"))': \(error)")
            }
        }
        return Self.head
            + list(
                "explanations", "ExplanationFact",
                try table("explanations", "explanations").map { m in
                    let set = m["set"]?.mapping
                    func value(_ key: String) -> String { set?[key]?.scalar.map { quoted($0.string) } ?? "nil" }
                    return
                        "ExplanationFact(find: \(m.lit("find")), cause: \(value("cause")), event: \(value("event")), clock: \(value("clock")), source: \(m.lit("source")), samples: \(m.strings("sample")))"
                })
    }

    private func symbols() throws -> String {
        guard let root = try Yams.compose(yaml: try ProjectFiles.text("\(rules)/symbols.yaml"))?.mapping else {
            throw ValidationError("symbols.yaml: expected keys")
        }
        func groups(_ key: String) -> String {
            let items = (root[key]?.sequence ?? []).compactMap(\.mapping).map { m in
                "        SymbolFacts.Group(name: \(m.lit("name")), symbols: \(m.strings("symbols")), images: \(m.strings("images"))),"
            }
            return "[\n\(items.joined(separator: "\n"))\n    ] as [SymbolFacts.Group]"
        }
        let waits = (root["waits"]?.sequence ?? []).compactMap(\.mapping).map { m in
            "        SymbolFacts.Wait(kind: \(m.lit("kind")), rank: \(m.text("rank")), symbols: \(m.strings("symbols")), source: \(m.lit("source"))),"
        }
        let loop = root["run-loop"]?.mapping
        let system = root["system-images"]?.mapping
        return Self.head + """
            extension BuiltInFacts {
                public static let symbols = SymbolFacts(
                    waits: [
            \(waits.joined(separator: "\n"))
                    ] as [SymbolFacts.Wait],
                    runLoopLeaf: \(loop?.strings("leaf") ?? "[]"),
                    runLoopService: \(loop?.strings("service") ?? "[]"),
                    runLoopRun: \(loop?.strings("run") ?? "[]"),
                    eventLoop: \(root.strings("event-loop")),
                    idleWorkers: \(root.strings("idle-workers")),
                    handlers: \(root.strings("handlers")),
                    handlerQueues: \(root.strings("handler-queues")),
                    lifecycle: \(groups("lifecycle")),
                    telltales: \(groups("telltales")),
                    onceCallouts: \(root.strings("once-callouts")),
                    mainSync: \(root.strings("main-sync")),
                    runtimes: \(groups("runtimes")),
                    trampolines: \(root.strings("trampolines")),
                    systemImagePaths: \(system?.strings("paths") ?? "[]"),
                    systemImageNames: \(system?.strings("names") ?? "[]"),
                    appImagePaths: \(root["app-images"]?.mapping?.strings("paths") ?? "[]"))
            }

            """
    }

    // MARK: Events

    private func events() throws -> String {
        let files = ProjectFiles.paths(under: rules + "/events", suffix: ".yaml")
        return Self.head + list("events", "EventFileFact", try files.map { try eventFile($0) })
    }

    private func eventFile(_ path: String) throws -> String {
        guard let root = try Yams.compose(yaml: try ProjectFiles.text(path))?.mapping,
            let events = root["events"]?.sequence
        else {
            throw ValidationError("\(path): expected a list under 'events'")
        }
        let shapes = try events.compactMap(\.mapping).map { m in
            let literal = m["literal"] == nil ? try longestLiteral(m.text("line"), path) : m.lit("literal")
            return
                "EventShapeFact(event: \(m.lit("event")), line: \(quoted(m.text("line"))), literal: \(literal), range: \(m.range), repeats: \(m["repeat"]?.scalar?.string ?? "false"), source: \(m.lit("source")))"
        }
        let source = root["source"]?.mapping
        let name = String(path.split(separator: "/").last?.dropLast(5) ?? "")
        func text(_ key: String) -> String { source?[key]?.scalar.map { quoted($0.string) } ?? "nil" }
        let fields =
            "name: \(quoted(name)), processes: \(source?.strings("process") ?? "[]"), category: \(text("category")), subsystem: \(text("subsystem")), watch: \(root.strings("watch"))"
        let rows = shapes.map { "            " + $0 + "," }.joined(separator: "\n")
        return "EventFileFact(\(fields), shapes: [\n\(rows)\n        ])"
    }

    private func longestLiteral(_ line: String, _ path: String) throws -> String {
        do {
            return quoted(String(decoding: try LineShape(parsing: line).longestLiteral, as: UTF8.self))
        } catch {
            throw ValidationError("\(path): '\(line)': \(error)")
        }
    }

    // MARK: Rules

    private func ruleTable() throws -> String {
        let files = ProjectFiles.paths(under: rules + "/diagnoses", suffix: ".yaml")
        var items: [String] = []
        for path in files {
            let shown = "rules" + path.dropFirst(rules.count)
            let source: RuleSource
            do {
                source = try RuleLoader.load(try ProjectFiles.text(path), file: shown)
            } catch {
                throw ValidationError("\(error)")
            }
            items.append(literal(source))
        }
        return Self.head + list("rules", "RuleSource", items)
    }

    private func literal(_ r: RuleSource) -> String {
        let ladder = r.confidence.map { "(level: \(quoted($0.level)), predicate: \(quoted($0.predicate)))" }
        func examples(_ list: [RuleSource.Example]) -> String {
            let items = list.map {
                "RuleSource.Example(report: \(optional($0.report)), sample: \(optional($0.sample)), confidence: \(optional($0.confidence)), because: \(optional($0.because)))"
            }
            return "[\(items.joined(separator: ", "))]"
        }
        return """
            RuleSource(
                        file: \(quoted(r.file)), id: \(quoted(r.id)), verdict: \(quoted(r.verdict)), title: \(quoted(r.title)), level: \(quoted(r.level)), subject: \(quoted(r.subject)),
                        needsAny: \(quotedList(r.needsAny)), needsAll: \(quotedList(r.needsAll)), when: \(quoted(r.when)),
                        confidence: [\(ladder.joined(separator: ", "))], ruledOutBy: \(optional(r.ruledOutBy)),
                        message: \(quoted(r.message)), cite: \(quotedList(r.cite)),
                        what: \(quoted(r.what)), why: \(quoted(r.why)), fix: \(quoted(r.fix)),
                        falsePositives: \(quoted(r.falsePositives)), references: \(quotedList(r.references)),
                        matching: \(examples(r.matching)), notMatching: \(examples(r.notMatching)))
            """
    }
}

/// A Swift string literal.
private func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\\": out += "\\\\"
        case "\"": out += "\\\""
        case "\n": out += "\\n"
        case "\t": out += "\\t"
        default: out += scalar.value < 0x20 ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
    }
    return out + "\""
}

private func optional(_ text: String?) -> String { text.map(quoted) ?? "nil" }
private func quotedList(_ items: [String]) -> String { "[" + items.map(quoted).joined(separator: ", ") + "]" }

extension Node.Mapping {
    fileprivate func text(_ key: String) -> String { self[key]?.scalar?.string ?? "" }
    fileprivate func lit(_ key: String) -> String { quoted(trimmedEnd(text(key))) }
    fileprivate func strings(_ key: String) -> String {
        quotedList((self[key]?.sequence ?? []).compactMap { $0.scalar?.string })
    }

    fileprivate var range: String {
        func version(_ key: String) -> String {
            guard let text = self[key]?.scalar?.string else { return "nil" }
            return "[\(text.split(separator: ".").joined(separator: ", "))]"
        }
        if self["since"] == nil && self["until"] == nil { return "VersionRange()" }
        return "VersionRange(since: \(version("since")), until: \(version("until")))"
    }

    private func trimmedEnd(_ text: String) -> String {
        var text = text[...]
        while let last = text.last, last.isWhitespace { text = text.dropLast() }
        return String(text)
    }
}
