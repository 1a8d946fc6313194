public import DiagnosticModel

/// The timeline as one SVG file: no script, nothing from outside, light or dark as the viewer is.
public struct TimelineSVG: TimelineReporter {
    public static let name = "svg"
    public static let summary = "a picture for pages and mails"

    static let width = 1000
    private static let lifeLimit = 200

    private let options: TimelineOptions

    public init(options: TimelineOptions = TimelineOptions()) { self.options = options }

    public func encode(_ timeline: Timeline, ledger: Ledger) -> [UInt8] {
        let coverage = timeline.coverageBySource
        let drawings = timeline.lives.prefix(Self.lifeLimit).map { life in
            LifeDrawing(life, coverage: coverage[life.source], ledger: ledger, options: options)
        }
        let more = timeline.lives.count - drawings.count
        let height = 20 + drawings.reduce(0) { $0 + $1.height } + 50
        var svg = SVGWriter()
        let attributes: SVGWriter.Attributes = [
            ("xmlns", "http://www.w3.org/2000/svg"), ("width", String(Self.width)), ("height", String(height)),
            ("viewBox", "0 0 \(Self.width) \(height)"), ("role", "img"),
            ("aria-labelledby", "bgdiag-title bgdiag-desc"),
        ]
        svg.element("svg", attributes) { svg in
            svg.element("title", [("id", "bgdiag-title")], text: "Background timeline")
            svg.element("desc", [("id", "bgdiag-desc")], text: description(timeline, drawings))
            svg.style(Self.sheet)
            Self.definitions(&svg)
            svg.element("rect", [("class", "page"), ("width", "100%"), ("height", "100%")])
            var top = 20
            for drawing in drawings {
                drawing.draw(on: &svg, top: top)
                top += drawing.height
            }
            let note: SafeText =
                drawings.isEmpty ? "No process life was found." : more > 0 ? "\(more) more process lives" : ""
            if !note.isEmpty { svg.label(note, x: 20, y: top, "dim") }
            Self.legend(on: &svg, top: height - 24)
        }
        return svg.bytes
    }

    /// What a person who cannot see the picture should know.
    private func description(_ timeline: Timeline, _ drawings: [LifeDrawing]) -> SafeText {
        let lives = Words.plural(timeline.lives.count, "process life", "process lives")
        let parts = drawings.prefix(10).map(\.summary)
        return ([lives] + parts).joined(". ") + "."
    }

    private static func definitions(_ svg: inout SVGWriter) {
        svg.element("defs") { svg in
            let pattern: SVGWriter.Attributes = [
                ("id", "bgdiag-hatch"), ("width", "6"), ("height", "6"), ("patternUnits", "userSpaceOnUse"),
            ]
            svg.element("pattern", pattern) { $0.element("path", [("class", "hatch"), ("d", "M0 6L6 0")]) }
        }
    }

    /// Heights differ as colours do: a state can be told without its colour.
    static func stateShape(_ state: ProcessState) -> (name: String, inset: Int) {
        switch state {
        case .active: ("active", 0)
        case .inactive: ("inactive", 2)
        case .background: ("background", 4)
        case .suspended: ("suspended", 7)
        case .notRunning: ("not-running", 8)
        case .unknown: ("unknown", 8)
        }
    }

    private static func legend(on svg: inout SVGWriter, top: Int) {
        var x = 20
        for state in ProcessState.allCases where state != .unknown {
            let shape = stateShape(state)
            svg.box("state \(shape.name)", x: Double(x), y: top + shape.inset, width: 18, height: 18 - 2 * shape.inset)
            svg.label(state == .notRunning ? "not running" : "\(state.rawValue)", x: x + 24, y: top + 13)
            x += 120
        }
        svg.box("uncovered", x: Double(x), y: top, width: 18, height: 18)
        svg.label("not in the log", x: x + 24, y: top + 13)
        svg.label("dashed end: not ended or not known", x: x + 140, y: top + 13)
    }

    /// Without variables: viewers other than browsers know none.
    private static let sheet: StaticString = """
        :root{color-scheme:light dark}
        text{font:12px ui-sans-serif,system-ui,-apple-system,"Segoe UI",sans-serif;fill:#1b1b1f}
        .head{font-weight:600;font-size:15px}.end{text-anchor:end}.mid{text-anchor:middle}.page{fill:#fff}
        .dim{fill:#62656d}.bad{fill:#c62828}.warn{fill:#9a5b00}.grid{stroke:#d5d7dd;stroke-width:1}
        .mark{stroke:#9a5b00;stroke-width:1.5;stroke-dasharray:5 3}.kill{stroke:#c62828;stroke-width:2}
        .hatch{stroke:#62656d;stroke-width:1;fill:none}.loose{stroke:#1b1b1f;stroke-width:2;stroke-dasharray:2 2}
        .active{fill:#1a7f4b}.inactive{fill:#5b9bd5}.background{fill:#d9a514}.suspended{fill:#8b8f98}
        .not-running{fill:#b9bcc4}.unknown{fill:none}.uncovered{fill:url(#bgdiag-hatch)}
        .bar{fill:#4a6fa5}.bar-bad{fill:#c62828}.bar-warn{fill:#b26a00}.bar-dim{fill:#8b8f98}
        @media (prefers-color-scheme:dark){text{fill:#e8e8ec}.page{fill:#17181c}.dim{fill:#9a9ea8}.bad{fill:#ff6b6b}
        .warn{fill:#f0a840}.grid{stroke:#3a3d45}.mark{stroke:#f0a840}.kill{stroke:#ff6b6b}.hatch{stroke:#9a9ea8}
        .loose{stroke:#e8e8ec}.active{fill:#3fb27a}.inactive{fill:#7fb2e5}.background{fill:#e3bb4a}
        .not-running{fill:#4a4d55}.bar{fill:#86a8d8}.bar-bad{fill:#ff6b6b}.bar-warn{fill:#f0a840}}
        """
}

extension SVGWriter {
    mutating func label(_ text: SafeText, x: Int, y: Int, _ style: String = "") {
        var attributes: Attributes = [("x", String(x)), ("y", String(y))]
        if !style.isEmpty { attributes.append(("class", style)) }
        element("text", attributes, text: text)
    }

    /// A rectangle, with a tooltip.
    mutating func box(_ style: String, x: Double, y: Int, width: Double, height: Int, tip: SafeText = "") {
        let attributes: Attributes = [
            ("class", style), ("x", Self.number(x)), ("y", String(y)), ("width", Self.number(max(0, width))),
            ("height", String(max(0, height))),
        ]
        guard !tip.isEmpty else { return element("rect", attributes) }
        element("rect", attributes) { $0.element("title", [], text: tip) }
    }

    mutating func line(_ style: String, x: Double, from: Int, to: Int) {
        let place = Self.number(x)
        element(
            "line", [("class", style), ("x1", place), ("x2", place), ("y1", String(from)), ("y2", String(to))])
    }
}
