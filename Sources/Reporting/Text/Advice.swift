import DiagnosticModel

/// What to change, and what else was found.
extension Screen {
    mutating func advice(_ incident: Incident) {
        guard let best = incident.findings.first else { return }
        if let before = advised[best.rule] {
            if best.fix.isEmpty { return }
            heading("What to change")
            canvas.line("  as for incident \(before)")
            return
        }
        advised[best.rule] = number(incident)
        if isVerbose {
            prose("What it is", best.what)
            prose("Why it happens", best.why)
        }
        prose("What to change", best.fix)
        if isVerbose {
            prose("When this may be wrong", best.falsePositives)
            if !best.references.isEmpty {
                heading("References")
                for reference in best.references { canvas.paragraph("\(reference)", indent: 2, hanging: 4) }
            }
        } else if !best.fix.isEmpty {
            canvas.gap()
            canvas.line(style.paint(.dim, "  More: bgdiag explain \(best.rule)"))
        }
    }

    mutating func alsoFound(_ incident: Incident) {
        let others = incident.findings.dropFirst()
        guard !others.isEmpty else { return }
        heading("Also found")
        for finding in others {
            let level = style.paint(role(finding.level), "\(finding.level.rawValue)")
            let message = finding.message.isEmpty ? finding.title : finding.message
            canvas.paragraph(
                "\(level) \(finding.rule) (\(finding.confidence.rawValue)): \(message)", indent: 2, hanging: 4)
        }
    }

    private mutating func prose(_ title: SafeText, _ text: String) {
        let blocks = Prose.blocks(Sanitizer.block(text))
        guard !blocks.isEmpty else { return }
        heading(title)
        var previous: Prose.Block?
        for block in blocks {
            if let previous, previous.isListItem != block.isListItem || !block.isListItem { canvas.gap() }
            switch block {
            case .paragraph(let text): canvas.paragraph(SafeText(alreadySafe: text), indent: 2)
            case .item(let marker, let text):
                let lead = SafeText(alreadySafe: marker) + " "
                canvas.paragraph(
                    lead + SafeText(alreadySafe: text), indent: 2, hanging: 2 + DisplayWidth.of(lead.text))
            case .code(let lines):
                for line in lines { canvas.line("    " + style.paint(.code, SafeText(alreadySafe: line))) }
            }
            previous = block
        }
    }
}

/// The little Markdown that rules are written in: paragraphs, lists, code.
///
/// Code is fenced by ``` or indented by two spaces or more. Other lines belong to one paragraph until an
/// empty line, except in folded YAML text (`fix: >`), where each line is a whole paragraph: a plain line
/// of more than 120 characters says that the text is of that kind.
enum Prose {
    enum Block: Equatable {
        case paragraph(String)
        case item(marker: String, String)
        case code([String])

        var isListItem: Bool {
            if case .item = self { true } else { false }
        }
    }

    /// `lines` are safe lines of `Sanitizer.block`.
    static func blocks(_ lines: [String]) -> [Block] {
        let isFolded = lines.contains { !$0.hasPrefix(" ") && $0.count > 120 }
        var blocks: [Block] = []
        var isFenced = false
        var mayContinue = false
        for line in lines {
            let body = line.drop { $0 == " " }
            if body.hasPrefix("```") {
                isFenced.toggle()
                mayContinue = false
                if isFenced { blocks.append(.code([])) }
            } else if isFenced {
                append(code: line, to: &blocks)
            } else if body.isEmpty {
                if case .code = blocks.last { append(code: "", to: &blocks) }
                mayContinue = false
            } else if let (marker, text) = listItem(body), line.count - body.count < 4 {
                blocks.append(.item(marker: marker, text))
                mayContinue = true
            } else if line.hasPrefix("  "), !(mayContinue && blocks.last?.isListItem == true) {
                if case .code = blocks.last {} else { blocks.append(.code([])) }
                append(code: line, to: &blocks)
            } else {
                join(String(body), to: &blocks, mayContinue: mayContinue && !isFolded)
                mayContinue = true
            }
        }
        return blocks.compactMap(trimmed)
    }

    private static func append(code line: String, to blocks: inout [Block]) {
        guard case .code(let lines) = blocks.popLast() else { return }
        blocks.append(.code(lines + [line]))
    }

    private static func join(_ text: String, to blocks: inout [Block], mayContinue: Bool) {
        switch blocks.last {
        case .paragraph(let before) where mayContinue:
            blocks[blocks.count - 1] = .paragraph(before + " " + text)
        case .item(let marker, let before) where mayContinue:
            blocks[blocks.count - 1] = .item(marker: marker, before + " " + text)
        default: blocks.append(.paragraph(text))
        }
    }

    /// "- text", "* text", "1. text".
    private static func listItem(_ body: Substring) -> (String, String)? {
        guard let space = body.firstIndex(of: " ") else { return nil }
        let marker = body[..<space]
        let isNumber = marker.last == "." && marker.count < 4 && marker.dropLast().allSatisfy { $0.isNumber }
        guard marker == "-" || marker == "*" || (isNumber && marker.count > 1) else { return nil }
        return (String(marker), String(body[space...].drop { $0 == " " }))
    }

    /// Code without empty lines at its ends and without the indentation that all its lines share.
    private static func trimmed(_ block: Block) -> Block? {
        guard case .code(var lines) = block else { return block }
        while lines.last?.isEmpty == true { lines.removeLast() }
        lines = Array(lines.drop { $0.isEmpty })
        let margin = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.isEmpty ? nil : .code(lines.map { String($0.dropFirst(margin)) })
    }
}
