public import Screen

/// The box of an input field: a raised background over its whole width, with one cell of padding and a sign at the right end.
public struct FieldBox: Hashable, Sendable {
    /// True if the field is edited.
    public var isFocused: Bool
    /// True if the field has the focus without being edited.
    public var isSelected = false
    /// True if the value is invalid.
    public var isInvalid: Bool
    /// A sign at the right end, such as `▾` for a choice; empty for none.
    public var sign: String

    /// Creates a box.
    public init(isFocused: Bool = false, isInvalid: Bool = false, sign: String = "") {
        self.isFocused = isFocused
        self.isInvalid = isInvalid
        self.sign = sign
    }

    /// The background of the box.
    public var role: StyleRole { isInvalid ? .fieldInvalid : isFocused || isSelected ? .fieldFocused : .field }

    /// The cells of the text in a box.
    public func text(in rect: Rect) -> Rect {
        let row = rect.row(0)
        // Narrow boxes have no padding.
        let inner = row.width > 8 ? row.inset(columns: 1) : row
        return inner.splitRight(sign.isEmpty ? 0 : min(inner.width, TextWidth.columns(of: sign) + 1)).rest
    }

    /// Draws the box with an editable field in it, with styled parts of its text, of which later ones win, or a placeholder while it is empty.
    public func draw(_ field: TextFieldState, placeholder: String = "", spans: [TextSpan] = [], in rect: Rect, on canvas: inout Canvas) {
        drawBox(in: rect, on: &canvas)
        let look = TextFieldState.Look(placeholder: placeholder, spans: spans, backdrop: role)
        field.draw(in: text(in: rect), on: &canvas, isFocused: isFocused, look: look)
    }

    /// Draws the box with a fixed text in it, such as the current choice, or the placeholder if the text is empty.
    public func draw(_ text: String, placeholder: String = "", in rect: Rect, on canvas: inout Canvas) {
        drawBox(in: rect, on: &canvas)
        let style = CellStyle(text.isEmpty ? .placeholder : role, on: role)
        let inner = self.text(in: rect)
        canvas.write(TextWidth.fitted(text.isEmpty ? placeholder : text, columns: inner.width), in: inner, style: style)
    }

    private func drawBox(in rect: Rect, on canvas: inout Canvas) {
        let row = rect.row(0)
        canvas.fill(row, style: CellStyle(role))
        guard !sign.isEmpty else { return }
        let end = row.width > 8 ? row.inset(columns: 1) : row
        canvas.write(sign, in: end.splitRight(TextWidth.columns(of: sign)).right, style: CellStyle(.textMuted, on: role))
    }
}
