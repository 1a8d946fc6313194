/// Columns that line up by display width. Columns without content are left out; when the table is too
/// wide, the widest columns give way and their cells wrap.
struct Table {
    var headings: [SafeText]
    private var rows: [[SafeText]] = []

    init(_ headings: [SafeText]) { self.headings = headings }

    /// One cell for each heading; cells that are missing are empty.
    mutating func add(_ cells: [SafeText]) {
        var cells = Array(cells.prefix(headings.count))
        while cells.count < headings.count { cells.append("") }
        rows.append(cells)
    }

    func draw(on canvas: inout Canvas, indent: Int, style: Style) {
        let kept = headings.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        let widths = columnWidths(kept, room: canvas.width - indent)
        drawRow(headings.map { style.paint(.dim, $0) }, kept, widths, indent, &canvas)
        for row in rows { drawRow(row, kept, widths, indent, &canvas) }
    }

    private func drawRow(
        _ cells: [SafeText], _ kept: [Int], _ widths: [Int], _ indent: Int, _ canvas: inout Canvas
    ) {
        let wrapped = zip(kept, widths).map { Wrap.lines(cells[$0].text, first: $1, rest: $1) }
        for lineNumber in 0..<(wrapped.map(\.count).max() ?? 0) {
            var line = SafeText.spaces(indent)
            for (part, width) in zip(wrapped, widths) {
                let text = lineNumber < part.count ? part[lineNumber] : ""
                line += SafeText(alreadySafe: text) + .spaces(width - DisplayWidth.of(text) + 2)
            }
            canvas.line(line)
        }
    }

    private func columnWidths(_ kept: [Int], room: Int) -> [Int] {
        var widths = kept.map { column in
            rows.reduce(DisplayWidth.of(headings[column].text)) { max($0, DisplayWidth.of($1[column].text)) }
        }
        let available = room - 2 * max(0, kept.count - 1)
        while widths.reduce(0, +) > available, let widest = widths.max(), widest > 8,
            let column = widths.firstIndex(of: widest)
        {
            // Down to the next widest at once, so that a cell of 480 columns does not take 400 steps.
            let next = widths.filter { $0 < widest }.max() ?? 8
            let excess = widths.reduce(0, +) - available
            widths[column] = max(8, widest - excess, min(next, widest - 1))
        }
        return widths
    }
}
