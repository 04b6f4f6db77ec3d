import Screen
import Widgets

/// The popup after a prefix key.
enum ContinuationsUpdate {
    /// A key that goes on with nothing: an arrow or PgUp, PgDn, Home, End scrolls what does not fit; another gives the prefix up.
    static func press(_ state: inout AppState, _ key: Key, after pending: [Key]) -> [Effect] {
        guard !pending.isEmpty else {
            return key.isLetter ? refuse(&state, [key]) : []
        }
        guard key.isNamed, let motion = ListMotion(key) else { return refuse(&state, pending + [key]) }
        scroll(&state, motion, after: pending)
        return []
    }

    /// Says that keys mean nothing, unless they only give a prefix up.
    static func refuse(_ state: inout AppState, _ keys: [Key]) -> [Effect] {
        guard let last = keys.last, last != Key(.escape), last != .control("g") else { return [] }
        return state.say(.warning, "\(keys.map { KeyNotation.show([$0]) }.joined(separator: " ")): not a key here", about: .keys)
    }

    /// Says what an editor has to say of its last key.
    static func tell(_ state: inout AppState, _ remark: EditorRemark?) -> [Effect] {
        switch remark {
        case nil: []
        case .unknown(let keys): refuse(&state, keys)
        case .noBlocks: state.say(.warning, "There is no VISUAL BLOCK here: whole lines are selected", about: .keys)
        }
    }

    private static func scroll(_ state: inout AppState, _ motion: ListMotion, after pending: [Key]) {
        state.pendingKeys = pending
        guard let popup = state.keysPopup, popup.rows.count > popup.list.height else {
            state.pendingKeys = []
            return
        }
        let height = popup.list.height
        state.continuations.scroll(by: motion.distance(height: height), count: popup.rows.count, height: height)
    }

    /// A click on a line is its key, the wheel scrolls; one elsewhere gives the prefix up and is for what is there: nil.
    static func mouse(_ state: inout AppState, _ event: MouseEvent) -> [Effect]? {
        guard let popup = state.keysPopup, popup.frame.contains(event.position) else {
            if event.isPress { state.pendingKeys = [] }
            return nil
        }
        switch state.continuations.handle(event, in: popup.list, count: popup.rows.count) {
        case .selected(let index), .opened(let index):
            state.pendingKeys = []
            return InputUpdate.run(&state, popup.rows[index].command)
        case .menu, .scrolled, nil: return []
        }
    }
}

extension Key {
    /// True for a character without modifiers, which is text while something is typed.
    var isLetter: Bool { if case .character = code { modifiers.isSubset(of: .shift) } else { false } }

    /// True for a key with a name, such as an arrow, without modifiers.
    fileprivate var isNamed: Bool { if case .character = code { false } else { modifiers.isEmpty } }
}
