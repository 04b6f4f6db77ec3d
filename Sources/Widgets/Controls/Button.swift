public import Screen

/// A button: it lights up only while Enter presses it.
public struct Button: Hashable, Sendable {
    /// The meaning of a button.
    public enum Kind: Hashable, Sendable {
        case normal
        /// Discards or replaces something.
        case danger
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
        let role: StyleRole = isFocused ? .buttonFocused : kind == .danger ? .buttonDanger : .button
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

/// A short label on a background of its own, with one cell of padding on each side.
public struct Chip: Hashable, Sendable {
    /// The text.
    public var text: String
    /// The style, which is filled (``StyleRole/isFilled``).
    public var role: StyleRole

    /// Creates a chip.
    public init(_ text: String, role: StyleRole = .chip) {
        self.text = text
        self.role = role
    }

    /// The width of the chip with its padding.
    public var columns: Int { TextWidth.columns(of: text) + 2 }

    /// Draws the chip and returns the columns written, at most `columns`.
    @discardableResult
    public func draw(at point: Point, on canvas: inout Canvas, columns limit: Int = .max) -> Int {
        let rect = Rect(x: point.x, y: point.y, width: max(0, min(columns, limit)), height: 1)
        canvas.fill(rect, style: CellStyle(role))
        // Without room for all, the padding goes first.
        let room = rect.splitLeft(rect.width > columns - 2 ? 1 : 0).rest
        canvas.write(text, in: room.splitLeft(min(room.width, columns - 2)).left, style: CellStyle(role))
        return rect.width
    }

    // MARK: Kinds

    /// The chip of an HTTP method, with the sign of a list after it. A short method leaves the room to the text beside it; the most frequent
    /// ones have one width.
    public static func method(_ method: String) -> Chip {
        let role: StyleRole =
            switch method {
            case "GET", "HEAD": .methodChipGet
            case "POST": .methodChipPost
            case "PUT": .methodChipPut
            case "PATCH": .methodChipPatch
            case "DELETE": .methodChipDelete
            default: .methodChipOther
            }
        let name = TextWidth.fitted(method, columns: methodColumns)
        return Chip(TextWidth.padded(name, columns: shortMethodColumns) + " ▾", role: role)
    }

    /// The width of `OPTIONS` and `CONNECT`.
    private static let methodColumns = 7
    /// The width of `POST`.
    private static let shortMethodColumns = 4

    /// The chip of a response status, such as `201`.
    public static func status(_ code: Int) -> Chip {
        let role: StyleRole =
            switch code {
            case 100..<200: .statusChipInformational
            case 200..<300: .statusChipSuccess
            case 300..<400: .statusChipRedirect
            case 400..<500: .statusChipClientError
            default: .statusChipServerError
            }
        return Chip("\(code)", role: role)
    }

    /// The chip of the chosen environment; nil for no environment. A protected one has a sign, so that colour is not the only one.
    public static func environment(_ name: String?, isProtected: Bool = false) -> Chip {
        guard let name else { return Chip("No environment", role: .environmentChipNone) }
        return isProtected ? Chip("▲ \(name)", role: .environmentChipProtected) : Chip(name, role: .environmentChip)
    }
}
