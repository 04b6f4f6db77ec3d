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
        case .openInNewTab: return openInNewTab(&state)
        case .expandAll: state.tree.setAllExpanded(true, height: listRect(state).height)
        case .collapseAll: state.tree.setAllExpanded(false, height: listRect(state).height)
        case .toggleFavorite:
            if let path = state.tree.current?.node.path { state.tree.toggleFavorite(path, height: listRect(state).height) }
        case .toggleFavoritesOnly:
            state.tree.showsFavoritesOnly.toggle()
            state.tree.applyFilter(height: listRect(state).height)
        case .showInheritance: return state.tree.current.map { [.files(.readInheritance(path: $0.node.path))] } ?? []
        case .edit: return edit(&state)
        case .copyPath: return state.tree.current.map { [.copy($0.node.path, name: "the path")] } ?? []
        case .copyName: return state.tree.current.map { [.copy($0.node.name, name: "the name")] } ?? []
        case .showMenu: TreeMenu.show(&state, at: nil)
        case .unfoldHeld(let path): TreeDragging.unfold(&state, path)
        default: return TreeChanges.update(&state, message)
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
        case .changed: filter(&state)
        case .copied(let text): return [.copy(text, name: "the selection")]
        case .cut(let text):
            filter(&state)
            return [.copy(text, name: "the selection")]
        case .wantsPaste: return [.paste]
        case .pasted, .moved: break
        }
        return []
    }

    static func paste(_ state: inout AppState, _ text: String) -> [Effect] {
        _ = state.tree.filter?.paste(text)
        filter(&state)
        return []
    }

    /// Shows what has the text that is typed, with the cursor on it.
    private static func filter(_ state: inout AppState) {
        let height = listRect(state).height
        state.tree.applyFilter(height: height)
        state.tree.goToMatch(height: height)
    }

    static func mouse(_ state: inout AppState, _ event: MouseEvent) -> [Effect] {
        let rect = listRect(state)
        if let effects = TreeDragging.mouse(&state, event, in: rect) { return effects }
        let filterRow = state.inner(of: .tree).row(0)
        if FilterBar.isClosed(state.tree.filter, by: event, in: filterRow) { return update(&state, .clearFilter) }
        if let effects = FilterBar.mouse(&state.tree.filter, isTyping: &state.tree.isFiltering, event, in: filterRow) { return effects }
        switch state.tree.list.handle(event, in: rect, count: state.tree.rows.count) {
        case .selected(let row):
            let isOnMark = event.position.x < rect.minX + state.tree.rows[row].depth * 2 + 2
            if isOnMark, !state.tree.rows[row].node.children.isEmpty { toggle(&state) }
            if state.tree.rows[row].depth > 0 { state.tree.drag = TreeDrag(path: state.tree.rows[row].node.path) }
            return []
        case .opened: return open(&state)
        case .menu(_, let point):
            TreeMenu.show(&state, at: point)
            return []
        case nil where state.tree.rows.isEmpty && rect.contains(event.position): return offerFirst(&state, event)
        case .scrolled, nil: return []
        }
    }

    /// A click on what an empty tree says opens the menu with what it names; where a filter or the favourites leave nothing, shows all.
    private static func offerFirst(_ state: inout AppState, _ event: MouseEvent) -> [Effect] {
        guard case .press(.left, 1) = event.action else { return [] }
        if state.tree.filter != nil { return update(&state, .clearFilter) }
        if state.tree.showsFavoritesOnly { return update(&state, .toggleFavoritesOnly) }
        if !state.workspace.isLoading { PaneMenu.show(&state, .tree, at: event.position) }
        return []
    }

    /// The cells of the rows.
    static func listRect(_ state: AppState) -> Rect {
        let inner = state.inner(of: .tree)
        return state.tree.filter == nil ? inner : inner.splitTop(1).rest
    }

    private static func open(_ state: inout AppState) -> [Effect] {
        guard let node = state.tree.current?.node else { return [] }
        switch node.kind {
        case .request: return [.next(.tabs(.open(path: node.path)))]
        case .collection, .folder: toggle(&state)
        case .broken(let problem): return state.say(.error, problem.description)
        }
        return []
    }

    private static func openInNewTab(_ state: inout AppState) -> [Effect] {
        guard let node = state.tree.current?.node, node.isRequest else { return [] }
        if let index = state.tabs.index(ofPath: node.path) { return TabUpdate.select(&state, index) }
        state.tree.opensInNewTab.insert(node.path)
        return [.workspace(.readRequest(path: node.path))]
    }

    /// A folder's settings, or a request in its pane.
    private static func edit(_ state: inout AppState) -> [Effect] {
        guard let node = state.tree.current?.node else { return [] }
        switch node.kind {
        case .collection, .folder: return [.files(.readFolder(path: node.path))]
        case .request: return open(&state)
        case .broken(let problem): return state.say(.error, problem.description)
        }
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
