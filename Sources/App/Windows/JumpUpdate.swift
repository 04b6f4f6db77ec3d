import Screen

/// Takes the letters of a jump.
enum JumpUpdate {
    static func show(_ state: inout AppState) {
        state.finishEditing()
        state.windows.append(.jump(JumpOverlay(JumpTargets.all(state))))
    }

    static func press(_ state: inout AppState, _ jump: JumpOverlay, _ key: Key) -> [Effect] {
        guard case .character(let letter) = key.code, key.modifiers.isEmpty else { return [] }
        var jump = jump
        jump.typed += letter.lowercased()
        guard let target = jump.open.first else { return [] }
        guard target.label == jump.typed else {
            state.windows.append(.jump(jump))
            return []
        }
        return click(&state, target, at: target.point)
    }

    /// A click on a letter, or on what carries one, does what the letter does; one elsewhere closes. What the button does on its way up
    /// from the menu is nothing.
    static func mouse(_ state: inout AppState, _ jump: JumpOverlay, _ event: MouseEvent) -> [Effect] {
        guard event.isPress else { return [] }
        _ = state.windows.popLast()
        let letter = jump.open.first { target in
            let width = target.label.count - jump.typed.count
            return Rect(x: target.point.x, y: target.point.y, width: width, height: 1).contains(event.position)
        }
        if let letter { return click(&state, letter, at: letter.point) }
        // A letter on a row of something is nearer than that on all of it.
        let around = jump.open.filter { $0.rect.contains(event.position) }.min { $0.rect.cellCount < $1.rect.cellCount }
        return around.map { click(&state, $0, at: event.position) } ?? []
    }

    /// Clicks a target as a person with a mouse would.
    private static func click(_ state: inout AppState, _ target: JumpOverlay.Target, at point: Point) -> [Effect] {
        (1...target.clicks).flatMap { count -> [Effect] in
            let press = Message.input(.mouse(MouseEvent(.press(.left, count: count), at: point)))
            let release = Message.input(.mouse(MouseEvent(.release(.left), at: point)))
            return [.next(press), .next(release)]
        }
    }
}

extension Rect {
    fileprivate var cellCount: Int { width * height }
}
