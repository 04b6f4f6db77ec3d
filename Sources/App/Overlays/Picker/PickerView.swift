import Screen
import Widgets

/// Draws a list to choose from.
enum PickerView {
    private static let mostWidth = 64
    private static let mostRows = 16

    static func frame(of picker: PickerOverlay, in layout: ScreenLayout) -> Rect {
        let body = layout.body
        let rows = min(mostRows, max(1, picker.items.count))
        let width = min(mostWidth, body.width)
        let height = min(body.height, rows + 3)
        return Rect(
            x: body.minX + (body.width - width) / 2, y: body.minY + max(0, (body.height - height) / 4), width: width, height: height)
    }

    static func list(in frame: Rect) -> Rect { frame.inset(columns: 1, rows: 1).splitTop(1).rest }

    static func draw(_ picker: PickerOverlay, in frame: Rect, on canvas: inout Canvas) {
        OverlayView.drawWindow(picker.title, in: frame, on: &canvas)
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

    private static func draw(_ item: PickerOverlay.Item, in rect: Rect, backdrop: StyleRole?, on canvas: inout Canvas) {
        if item.isCurrent { canvas.write("✓", at: rect.origin, style: CellStyle(.text, on: backdrop)) }
        let rect = rect.inset(columns: 1)
        let detail = item.disabledReason ?? item.detail
        let room = TextWidth.columns(of: detail) + 1
        let title = CellStyle(item.disabledReason == nil ? .text : .textDisabled, on: backdrop)
        canvas.write(
            TextWidth.fitted(item.title, columns: max(8, rect.width - room - 1)), at: rect.origin, style: title, columns: rect.width)
        guard room < rect.width - 8 else { return }
        canvas.write(detail, at: Point(x: rect.maxX - room, y: rect.minY), style: CellStyle(.textMuted, on: backdrop))
    }
}
