import Screen
import Widgets
import Workspace

/// Changes the tree.
enum TreeUpdate {
    static func update(_ state: inout AppState, _ message: TreeMessage) -> [Effect] {
        switch message {
        case .open: return open(&state)
        case .toggle: toggle(&state)
        case .startFilter:
            state.tree.filter = state.tree.filter ?? TextFieldState()
            state.tree.isFiltering = true
        case .clearFilter: clearFilter(&state)
        }
        return []
    }

    static func move(_ state: inout AppState, _ motion: Motion) -> [Effect] {
        let height = listRect(state).height
        switch motion {
        case .left: collapse(&state, height: height)
        case .right: expand(&state, height: height)
        default: motion.list.map { state.tree.list.move($0, count: state.tree.rows.count, height: height) }
        }
        return []
    }

    /// A key while the filter is typed; nil when it is not for the filter.
    static func edit(_ state: inout AppState, _ key: Key) -> [Effect]? {
        let height = listRect(state).height
        if let motion = ListMotion(besideText: key) {
            state.tree.list.move(motion, count: state.tree.rows.count, height: height)
            return []
        }
        guard let outcome = state.tree.filter?.handle(key) else { return nil }
        switch outcome {
        case .submitted:
            state.tree.isFiltering = false
            return state.tree.current?.node.isRequest == true ? open(&state) : []
        case .cancelled: clearFilter(&state)
        case .changed: state.tree.applyFilter(height: height)
        case .copied(let text), .cut(let text):
            state.tree.applyFilter(height: height)
            return [.copy(text, name: "the selection")]
        case .wantsPaste, .pasted, .moved: break
        }
        return []
    }

    static func paste(_ state: inout AppState, _ text: String) -> [Effect] {
        _ = state.tree.filter?.paste(text)
        state.tree.applyFilter(height: listRect(state).height)
        return []
    }

    static func mouse(_ state: inout AppState, _ event: MouseEvent) -> [Effect] {
        let rect = listRect(state)
        switch state.tree.list.handle(event, in: rect, count: state.tree.rows.count) {
        case .selected(let row):
            let isOnMark = event.position.x < rect.minX + state.tree.rows[row].depth * 2 + 2
            if isOnMark, !state.tree.rows[row].node.children.isEmpty { toggle(&state) }
            return []
        case .opened: return open(&state)
        case .menu, .scrolled, nil: return []
        }
    }

    /// The cells of the rows.
    static func listRect(_ state: AppState) -> Rect {
        let inner = state.inner(of: .tree)
        return state.tree.filter == nil ? inner : inner.splitTop(1).rest
    }

    private static func open(_ state: inout AppState) -> [Effect] {
        guard let node = state.tree.current?.node else { return [] }
        switch node.kind {
        case .request: return RequestOpening.open(&state, path: node.path)
        case .collection, .folder: toggle(&state)
        case .broken(let problem): return state.say(.error, problem.description)
        }
        return []
    }

    private static func toggle(_ state: inout AppState) {
        guard let node = state.tree.current?.node, !node.children.isEmpty else { return }
        let isExpanded = state.tree.expanded.contains(node.path)
        state.tree.setExpanded(node.path, !isExpanded, height: listRect(state).height)
    }

    private static func collapse(_ state: inout AppState, height: Int) {
        guard let row = state.tree.current else { return }
        if state.tree.expanded.contains(row.node.path) {
            state.tree.setExpanded(row.node.path, false, height: height)
        } else if let parent = state.tree.parent(of: state.tree.list.selected) {
            state.tree.list.select(parent, count: state.tree.rows.count, height: height)
        }
    }

    private static func expand(_ state: inout AppState, height: Int) {
        guard let row = state.tree.current, !row.node.children.isEmpty else { return }
        if state.tree.expanded.contains(row.node.path) {
            state.tree.list.move(.down, count: state.tree.rows.count, height: height)
        } else {
            state.tree.setExpanded(row.node.path, true, height: height)
        }
    }

    private static func clearFilter(_ state: inout AppState) {
        let path = state.tree.current?.node.path
        state.tree.filter = nil
        state.tree.isFiltering = false
        let height = listRect(state).height
        if let path { state.tree.reveal(path, height: height) } else { state.tree.applyFilter(height: height) }
    }
}
