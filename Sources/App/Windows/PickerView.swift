import Screen
import Widgets

/// Draws a list to choose from.
enum PickerView {
    private static let enoughWidth = 64
    private static let mostWidth = 100
    private static let mostRows = 16

    static func frame(of picker: Picker<Message>, in layout: ScreenLayout) -> Rect {
        let body = layout.body
        let rows = min(mostRows, max(1, picker.items.count))
        if let anchor = picker.anchor {
            let widest = picker.items.map { TextWidth.columns(of: $0.title) + TextWidth.columns(of: $0.detail) }.max() ?? 0
            // What is typed in place of an item needs room for its issue.
            let columns = max(widest + 8, picker.other == nil ? TextWidth.columns(of: picker.title) + 6 : 44)
            return PopupFrame.frame(Size(width: columns, height: rows + 3), at: anchor, in: body)
        }
        let width = min(body.width, max(enoughWidth, min(mostWidth, body.width / 2)))
        let height = min(body.height, rows + 3)
        return Rect(
            x: body.minX + (body.width - width) / 2, y: body.minY + max(0, (body.height - height) / 4), width: width, height: height)
    }

    static func list(in frame: Rect) -> Rect { frame.inset(columns: 1, rows: 1).splitTop(1).rest }

    static func draw(_ picker: Picker<Message>, in frame: Rect, on canvas: inout Canvas) {
        WindowView.drawWindow(picker.title, in: frame, on: &canvas)
        let field = frame.inset(columns: 2, rows: 1).splitTop(1).top
        picker.field.draw(in: field, on: &canvas, isFocused: true, look: .init(placeholder: "type to filter"))
        picker.list.draw(in: list(in: frame), on: &canvas, count: picker.matches.count, isFocused: true, backdrop: .modal) {
            index, cells, backdrop, canvas in
            draw(picker.items[picker.matches[index]], in: cells, backdrop: backdrop, on: &canvas)
        }
        if picker.matches.isEmpty {
            let rows = list(in: frame).inset(columns: 1)
            for (index, line) in TextWrap.lines(picker.note, columns: rows.width).prefix(rows.height).enumerated() {
                canvas.write(line, in: rows.row(index), style: CellStyle(.textMuted, on: .modal))
            }
        }
    }

    private static func draw(_ item: Picker<Message>.Item, in rect: Rect, backdrop: StyleRole?, on canvas: inout Canvas) {
        if item.isCurrent { canvas.write("✓", at: rect.origin, style: CellStyle(.text, on: backdrop)) }
        let rect = rect.inset(columns: 1)
        let detail = item.disabledReason ?? item.detail
        // The title keeps two thirds where both do not fit.
        let free = rect.width - TextWidth.columns(of: detail) - 2
        let title = TextWidth.fitted(item.title, columns: max(free, rect.width * 2 / 3))
        let (place, rest) = rect.splitLeft(TextWidth.columns(of: title) + 1)
        canvas.write(title, in: place, style: CellStyle(item.disabledReason == nil ? .text : .textDisabled, on: backdrop))
        let room = rest.splitRight(1).rest
        canvas.write(
            TextWidth.fitted(detail, columns: room.width), in: room, style: CellStyle(.textMuted, on: backdrop), alignment: .trailing)
    }
}
