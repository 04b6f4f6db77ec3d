import Screen

/// The output of `body` on a canvas of a size, as rows of text without the spaces at their ends.
func drawn(_ width: Int, _ height: Int, _ body: (Rect, inout Canvas) -> Void) -> [String] {
    rows(of: canvas(width, height, body))
}

/// The canvas that `body` has drawn on.
func canvas(_ width: Int, _ height: Int, _ body: (Rect, inout Canvas) -> Void) -> Canvas {
    var canvas = Canvas(size: Size(width: width, height: height))
    body(canvas.bounds, &canvas)
    return canvas
}

/// The rows of a canvas as text without the spaces at their ends.
func rows(of canvas: Canvas) -> [String] {
    (0..<canvas.size.height).map { y in
        var row = (0..<canvas.size.width).map { canvas.glyph(at: Point(x: $0, y: y)) }.joined()
        while row.last == " " { row.removeLast() }
        return row
    }
}

extension Canvas {
    /// The columns of row `y` with `role` as text or background.
    func columns(with role: StyleRole, row y: Int = 0) -> [Int] {
        (0..<size.width).filter { x in
            let style = self[Point(x: x, y: y)].style
            return style.role == role || style.backdrop == role
        }
    }
}

extension MouseEvent {
    static func press(_ x: Int, _ y: Int = 0, count: Int = 1, button: Button = .left) -> MouseEvent {
        MouseEvent(.press(button, count: count), at: Point(x: x, y: y))
    }
    static func drag(_ x: Int, _ y: Int = 0) -> MouseEvent { MouseEvent(.drag(.left), at: Point(x: x, y: y)) }
    static func release(_ x: Int, _ y: Int = 0) -> MouseEvent { MouseEvent(.release(.left), at: Point(x: x, y: y)) }
    static func wheelDown(_ x: Int, _ y: Int) -> MouseEvent { MouseEvent(.wheelDown, at: Point(x: x, y: y)) }
    static func wheelUp(_ x: Int, _ y: Int) -> MouseEvent { MouseEvent(.wheelUp, at: Point(x: x, y: y)) }
}
