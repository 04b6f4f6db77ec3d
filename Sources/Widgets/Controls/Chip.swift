public import Screen

/// A short label on a background of its own, with one cell of padding on each side.
public struct Chip: Hashable, Sendable {
    /// The text.
    public var text: String
    /// The style, which is filled (``StyleRole/isFilled``).
    public var role: StyleRole
    /// The minimum width of the text, so that chips below each other align; longer text is truncated to it. 0 for the width of the text.
    public var width: Int

    /// Creates a chip.
    public init(_ text: String, role: StyleRole = .chip, width: Int = 0) {
        self.text = text
        self.role = role
        self.width = width
    }

    /// The width of the chip with its padding.
    public var columns: Int { (width > 0 ? width : TextWidth.columns(of: text)) + 2 }

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

    /// The chip of an HTTP method, in a fixed width that holds every standard method.
    ///
    /// - Parameter sign: a sign behind the method, such as `▾` where it opens a list.
    public static func method(_ method: String, sign: String = "") -> Chip {
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
        guard !sign.isEmpty else { return Chip(name, role: role, width: methodColumns) }
        let gap = String(repeating: " ", count: methodColumns - TextWidth.columns(of: name) + 1)
        return Chip(name + gap + sign, role: role)
    }

    /// The width of `OPTIONS` and `CONNECT`.
    private static let methodColumns = 7

    /// The chip of a response status, such as `201 Created`.
    public static func status(_ code: Int, reason: String = "") -> Chip {
        let role: StyleRole =
            switch code {
            case 100..<200: .statusChipInformational
            case 200..<300: .statusChipSuccess
            case 300..<400: .statusChipRedirect
            case 400..<500: .statusChipClientError
            default: .statusChipServerError
            }
        return Chip(reason.isEmpty ? "\(code)" : "\(code) \(reason)", role: role)
    }

    /// The chip of a request that failed without a response.
    public static func failure(_ text: String) -> Chip { Chip(text, role: .statusChipServerError) }

    /// The chip of the chosen environment; nil for no environment. A protected one has a sign, so that colour is not the only one.
    public static func environment(_ name: String?, isProtected: Bool = false) -> Chip {
        guard let name else { return Chip("No environment", role: .environmentChipNone) }
        return isProtected ? Chip("▲ \(name)", role: .environmentChipProtected) : Chip(name, role: .environmentChip)
    }
}
