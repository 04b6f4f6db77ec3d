import Screen

/// Takes the letters of a jump.
enum JumpUpdate {
    static func show(_ state: inout AppState) {
        RequestEditing.finish(&state)
        state.overlays.append(.jump(JumpOverlay(JumpTargets.all(state))))
    }

    static func press(_ state: inout AppState, _ jump: JumpOverlay, _ key: Key) -> [Effect] {
        guard case .character(let letter) = key.code, key.modifiers.isEmpty else { return [] }
        var jump = jump
        jump.typed += letter.lowercased()
        guard let target = jump.open.first else { return [] }
        guard target.label == jump.typed else {
            state.overlays.append(.jump(jump))
            return []
        }
        return click(&state, target)
    }

    /// A click on a letter goes there, one elsewhere closes; what the button does on its way up from the menu is nothing.
    static func mouse(_ state: inout AppState, _ jump: JumpOverlay, _ event: MouseEvent) -> [Effect] {
        guard event.isPress else { return [] }
        _ = state.overlays.popLast()
        let target = jump.open.first { target in
            let width = target.label.count - jump.typed.count
            return Rect(x: target.point.x, y: target.point.y, width: width, height: 1).contains(event.position)
        }
        return target.map { click(&state, $0) } ?? []
    }

    /// What a person with a mouse would do there.
    private static func click(_ state: inout AppState, _ target: JumpOverlay.Target) -> [Effect] {
        (1...target.clicks).flatMap { count -> [Effect] in
            let press = Message.input(.mouse(MouseEvent(.press(.left, count: count), at: target.point)))
            let release = Message.input(.mouse(MouseEvent(.release(.left), at: target.point)))
            return Reducer.reduce(&state, press) + Reducer.reduce(&state, release)
        }
    }
}
