import Screen
import Widgets

/// A screen with every control in its surroundings, as a workbench has them.
enum Gallery {
    static func draw(size: Size, hasWindow: Bool = false) -> Canvas {
        var canvas = Canvas(size: size)
        let bounds = canvas.bounds
        canvas.draw(on: .surfaceBase, in: bounds) { canvas in
            let (title, rest) = bounds.splitTop(1)
            let (body, footer) = rest.splitBottom(1)
            drawTitleBar(in: title.inset(columns: 1), on: &canvas)
            drawFooter(in: footer.inset(columns: 1), on: &canvas)
            let (left, right) = body.splitLeft(min(32, size.width / 3))
            drawCollections(in: left, on: &canvas)
            let (request, response) = right.splitTop(right.height / 2)
            drawRequest(in: request, on: &canvas)
            drawResponse(in: response, on: &canvas)
            if hasWindow { drawWindow(in: body, on: &canvas) }
        }
        return canvas
    }

    private static func drawTitleBar(in row: Rect, on canvas: inout Canvas) {
        let used = canvas.write("apus", at: row.origin, style: CellStyle(.titleBarAccent))
        canvas.write("  star-wars", at: Point(x: row.minX + used, y: row.minY), style: CellStyle(.textMuted))
        var x = row.maxX
        for chip in [Chip.environment("local"), .environment(nil), .environment("prod", isProtected: true)] {
            x -= chip.columns + 1
            chip.draw(at: Point(x: x + 1, y: row.minY), on: &canvas)
        }
    }

    private static func drawFooter(in row: Rect, on canvas: inout Canvas) {
        var x = row.minX
        for (key, title) in [
            ("F5", "Send"), ("e", "Edit"), ("^S", "Save"), ("^E", "Environment"), ("^P", "Palette"), ("F1", "Help"), ("q", "Quit"),
        ] {
            x += canvas.write(key, at: Point(x: x, y: row.minY), style: CellStyle(.footerKey)) + 1
            x += canvas.write(title, at: Point(x: x, y: row.minY), style: CellStyle(.textMuted)) + 2
        }
    }

    /// Draws the frame of a pane with its title and the facts at the right, and the content in it.
    private static func drawPane(
        _ title: String, facts: [(String, StyleRole)], isFocused: Bool = false, progress: ProgressLine? = nil, in rect: Rect,
        on canvas: inout Canvas, content: (Rect, inout Canvas) -> Void
    ) {
        canvas.draw(on: .surfaceRaised, in: rect) { canvas in
            let inside = canvas.box(rect, style: CellStyle(isFocused ? .paneBorderFocused : .paneBorder))
            let border = rect.row(0).inset(columns: 2)
            progress?.draw(in: border, on: &canvas)
            canvas.write(" \(title) ", in: border, style: CellStyle(isFocused ? .paneTitleFocused : .paneTitle))
            var end = border.maxX
            for (text, role) in facts {
                end -= TextWidth.columns(of: text) + 2
                canvas.write(text, at: Point(x: end, y: border.minY), style: CellStyle(role))
            }
            canvas.clipped(to: inside) { content(inside.inset(columns: 1), &$0) }
        }
    }

    private static func drawCollections(in rect: Rect, on canvas: inout Canvas) {
        drawPane("1 Collections", facts: [("12", .textMuted)], in: rect, on: &canvas) { inside, canvas in
            let (list, history) = inside.splitTop(inside.height / 2)
            let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
            ListState(selected: 2).draw(in: list, on: &canvas, count: methods.count, isFocused: false) { index, row, backdrop, canvas in
                Chip.method(methods[index]).draw(at: row.origin, on: &canvas)
                canvas.write("people \(index)", in: row.splitLeft(10).rest, style: CellStyle(.text, on: backdrop))
            }
            EmptyState("No history yet", hints: [.init("F5", "Send"), .init("^O", "Open")]).draw(in: history, on: &canvas)
        }
    }

    private static func drawRequest(in rect: Rect, on canvas: inout Canvas) {
        drawPane("2 Create a pilot ●", facts: [("unsaved", .unsaved)], isFocused: true, in: rect, on: &canvas) { inside, canvas in
            let send = Button("Send")
            let method = Chip.method("POST")
            method.draw(at: inside.origin, on: &canvas)
            let url = inside.row(0).splitLeft(method.columns + 1).rest.splitRight(send.columns + 1).rest
            let text = "https://api.example.com/people/{{id}}?page=2&{{missing}}"
            let spans = [
                TextSpan(0..<8, .urlDimmed), TextSpan(31..<37, .variable), TextSpan(37..<44, .urlDimmed),
                TextSpan(45..<56, .variableUndefined),
            ]
            FieldBox().draw(TextFieldState(text: text), spans: spans, in: url, on: &canvas)
            send.draw(in: inside.row(0).splitRight(send.columns).right, isFocused: false, on: &canvas)
            let tabs = TabBar<Int>(
                [
                    .init(0, "Params", badge: .count(2)), .init(1, "Headers", badge: .count(3)), .init(2, "Body", badge: .word("json")),
                    .init(3, "Auth", badge: .word("●")), .init(4, "Options"), .init(5, "Tests"), .init(6, "Docs"),
                ], selected: 1)
            let rest = inside.splitTop(2).rest
            tabs.draw(in: rest.splitTop(2).top, isFocused: true, on: &canvas)
            var table = TableState()
            var rows = [TableRow(["Accept", "application/json"]), TableRow(["X-Trace", "{{trace}}"], isEnabled: false)]
            let shape = TableShape(
                columns: [TableColumn("Name", role: .headerName), TableColumn("Value", width: .share(2))], addTitle: "Add header",
                added: [TableRow(["User-Agent", "apus/0.1.0"])])
            let cells = rest.splitTop(2).rest
            table.select(row: 0, column: 1, rows: rows, shape: shape, in: cells)
            _ = table.handle(Key(.enter), in: cells, rows: &rows, shape: shape)
            table.draw(in: cells, on: &canvas, rows: rows, shape: shape, isFocused: true)
            if let cursor = table.cursorCell(in: cells, rows: rows, shape: shape),
                var completion = CompletionState(
                    [
                        CompletionItem("application/json"), CompletionItem("application/xml", detail: "text"),
                        CompletionItem("application/pdf"),
                    ],
                    typed: "appli", replacing: 0..<5)
            {
                _ = completion.handle(Key(.down))
                completion.draw(in: completion.frame(below: Point(x: cursor.minX + 2, y: cursor.minY), in: inside), on: &canvas)
            }
        }
    }

    private static func drawResponse(in rect: Rect, on canvas: inout Canvas) {
        let facts: [(String, StyleRole)] = [(" 201 Created ", .statusChipSuccess), ("34 ms", .textMuted), ("1.2 kB", .textMuted)]
        drawPane("3 Response", facts: facts, progress: ProgressLine(fraction: 0.4), in: rect, on: &canvas) { inside, canvas in
            let tabs = TabBar<Int>(
                [
                    .init(0, "Body"), .init(1, "Headers", badge: .count(9)), .init(2, "Cookies"), .init(3, "Timing"),
                    .init(4, "Tests", badge: .word("●")),
                ],
                selected: 0)
            tabs.draw(in: inside.splitTop(2).top, isFocused: false, on: &canvas)
            let table = DataTable(
                [
                    .init("id", width: 5, isNumeric: true, sorting: .ascending), .init("name", width: 16),
                    .init("height", width: 6, isNumeric: true),
                    .init("active", width: 6),
                ])
            table.draw(in: inside.splitTop(2).rest, ListState(selected: 1), count: 4, isFocused: false, on: &canvas) { row, columns in
                let values: [DataTable.Value] = [
                    .number("\(row * 97)"), .text("Luke \(row)"), row == 2 ? .missing : .number("1\(row)2"), .keyword("true"),
                ]
                return columns.map { values[$0] }
            }
            var x = inside.minX
            for chip in [Chip.status(200), .status(302), .status(404), .status(503), Chip("pretty", role: .chipSelected), Chip("raw")] {
                x += chip.draw(at: Point(x: x, y: inside.maxY - 1), on: &canvas) + 1
            }
        }
    }

    private static func drawWindow(in bounds: Rect, on canvas: inout Canvas) {
        let window = WindowFrame(
            "Save request", facts: [.init("star-wars")],
            buttons: [Button("Cancel"), Button("Discard", kind: .danger), Button("Save")],
            focusedButton: 2)
        let layout = window.layout(content: Size(width: 60, height: 5), in: bounds)
        canvas.dim(bounds)
        window.draw(layout, on: &canvas) { inside, canvas in
            let fields: [(String, FieldBox, String, String)] = [
                ("Name", FieldBox(isFocused: true), "Create a pilot", ""), ("Folder", FieldBox(sign: "▾"), "people", ""),
                ("Description", FieldBox(), "", "What it does"), ("Port", FieldBox(isInvalid: true), "eighty", ""),
            ]
            for (index, (label, box, text, placeholder)) in fields.enumerated() {
                let row = inside.row(index)
                canvas.write(label, in: row.splitLeft(13).left, style: CellStyle(.fieldLabel))
                box.draw(TextFieldState(text: text), placeholder: placeholder, in: row.splitLeft(13).rest, on: &canvas)
            }
            canvas.write("[x]", at: inside.row(4).splitLeft(13).rest.origin, style: CellStyle(.checkOn))
            canvas.write("Open in new tab", at: inside.row(4).splitLeft(17).rest.origin, style: CellStyle(.text))
        }
    }
}
