import Screen

/// Draws the letters of a jump over the screen.
enum JumpView {
    static func draw(_ jump: JumpOverlay, on canvas: inout Canvas) {
        for target in jump.open {
            let rest = target.label.dropFirst(jump.typed.count)
            canvas.write(rest, at: target.point, style: CellStyle(.matchCurrent), columns: rest.count)
        }
    }
}
