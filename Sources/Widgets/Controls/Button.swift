public import Screen

/// A button: it lights up only while Enter presses it.
public struct Button: Hashable, Sendable {
    /// The meaning of a button.
    public enum Kind: Hashable, Sendable {
        case normal
        /// Destroys something that cannot be restored.
        case danger
        case disabled
    }

    /// The title, a verb.
    public var title: String
    /// The meaning.
    public var kind: Kind

    /// Creates a button.
    public init(_ title: String, kind: Kind = .normal) {
        self.title = title
        self.kind = kind
    }

    /// The width of the button with two cells of padding on each side.
    public var columns: Int { TextWidth.columns(of: title) + 4 }

    /// Draws the button in the first row of `rect`.
    public func draw(in rect: Rect, isFocused: Bool, on canvas: inout Canvas) {
        let role: StyleRole =
            switch kind {
            case .disabled: .buttonDisabled
            case .normal: isFocused ? .buttonFocused : .button
            case .danger: isFocused ? .buttonFocused : .buttonDanger
            }
        let row = rect.row(0)
        canvas.fill(row, style: CellStyle(role))
        canvas.write(title, in: row.width > columns - 4 ? row.inset(columns: 1) : row, style: CellStyle(role), alignment: .center)
    }

    // MARK: Rows of buttons

    /// The space between two buttons.
    private static let gap = 2

    /// The width of buttons side by side.
    public static func columns(of buttons: [Button]) -> Int {
        buttons.reduce(0) { $0 + $1.columns } + gap * max(0, buttons.count - 1)
    }

    /// The cells of buttons side by side at the right end of `rect`, on as many rows as they need.
    ///
    /// The last row of buttons is the last row of `rect`; buttons without room are empty.
    public static func place(_ buttons: [Button], in rect: Rect) -> [Rect] {
        let rows = wrapped(buttons, columns: rect.width)
        return rows.enumerated().flatMap { index, row in
            let y = rect.maxY - rows.count + index
            var x = max(rect.minX, rect.maxX - columns(of: row))
            return row.map { button in
                defer { x += button.columns + gap }
                return Rect(x: x, y: y, width: button.columns, height: 1).intersection(rect)
            }
        }
    }

    /// The number of rows that ``place(_:in:)`` needs.
    public static func rowCount(of buttons: [Button], columns: Int) -> Int { wrapped(buttons, columns: columns).count }

    private static func wrapped(_ buttons: [Button], columns: Int) -> [[Button]] {
        buttons.reduce(into: [[Button]]()) { rows, button in
            if let last = rows.last, self.columns(of: last + [button]) <= columns {
                rows[rows.count - 1].append(button)
            } else {
                rows.append([button])
            }
        }
    }
}
