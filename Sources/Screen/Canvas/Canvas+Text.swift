extension Canvas {
    /// Where text stands in the columns that it is given.
    public enum Alignment: Hashable, Sendable {
        case leading, center, trailing
    }

    /// Writes `text` to the right of `point` and gives the columns that it took.
    ///
    /// - Parameters:
    ///   - text: one line; a tab is two spaces, everything else without a glyph becomes a sign in the role `control`.
    ///   - point: the first cell.
    ///   - style: how the text looks.
    ///   - columns: the most columns to take; what does not fit is left out, and a wide glyph is never cut in half.
    /// - Returns: the columns taken. What lies right of the clip is not read, so a long line costs no more than a short one.
    @discardableResult
    @_specialize(where Text == String)
    public mutating func write<Text: StringProtocol>(_ text: Text, at point: Point, style: CellStyle, columns: Int = .max) -> Int {
        TextWidth.withBytes(text) { write($0, at: point, style: style, columns: columns) }
    }

    /// Writes bytes that should be UTF-8, as ``write(_:at:style:columns:)`` does; each ill-formed stretch becomes U+FFFD.
    @discardableResult
    public mutating func write(utf8 bytes: Span<UInt8>, at point: Point, style: CellStyle, columns: Int = .max) -> Int {
        bytes.withUnsafeBufferPointer { write($0, at: point, style: style, columns: columns) }
    }

    /// Writes `text` in the first row of `rect`, cut with an ellipsis where it is longer.
    ///
    /// - Returns: the columns taken.
    @discardableResult
    @_specialize(where Text == String)
    public mutating func write<Text: StringProtocol>(
        _ text: Text, in rect: Rect, style: CellStyle, alignment: Alignment = .leading, cut: TextWidth.Cut = .end, ellipsis: String = "…"
    ) -> Int {
        guard !rect.isEmpty else { return 0 }
        let fitted = TextWidth.fitted(text, columns: rect.width, cut: cut, ellipsis: ellipsis)
        let free = rect.width - TextWidth.columns(of: fitted)
        let offset =
            switch alignment {
            case .leading: 0
            case .center: free / 2
            case .trailing: free
            }
        return write(fitted, at: Point(x: rect.minX + offset, y: rect.minY), style: style, columns: rect.width)
    }

    private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, at point: Point, style: CellStyle, columns: Int) -> Int {
        let edge = max(0, min(columns, clip.maxX - point.x))
        var scanner = TextScanner(bytes)
        var used = 0
        while used < edge {
            let place = Point(x: point.x + used, y: point.y)
            let plain = scanner.takePrintableASCII(limit: edge - used)
            if plain.isEmpty {
                guard let piece = scanner.next(), piece.columns <= columns - used else { break }
                write(piece, of: bytes, at: place, style: style)
                used += piece.columns
            } else {
                placeASCII(bytes[plain], at: place, style: style)
                used += plain.count
            }
        }
        return used
    }

    private mutating func write(_ piece: TextPiece, of bytes: UnsafeBufferPointer<UInt8>, at point: Point, style: CellStyle) {
        switch piece.kind {
        case .glyph where piece.scalarCount == 1: place(piece.scalar, columns: piece.columns, at: point, style: style)
        case .glyph: place(glyph(forCluster: bytes[piece.bytes]), columns: piece.columns, at: point, style: style)
        case .marks: place(glyph(forCluster: bytes[piece.bytes], on: "◌"), columns: 1, at: point, style: style)
        case .invalid: place(0xFFFD, columns: 1, at: point, style: sign(on: style))
        case .tab: fill(Rect(x: point.x, y: point.y, width: piece.columns, height: 1), style: style)
        case .sign:
            for (offset, scalar) in ControlSign(piece.scalar).scalars.enumerated() {
                place(scalar, columns: 1, at: Point(x: point.x + offset, y: point.y), style: sign(on: style))
            }
        }
    }

    private func sign(on style: CellStyle) -> CellStyle {
        CellStyle(.control, on: style.backdrop ?? style.role)
    }
}
