import Screen
import Widgets
import Workspace

/// Moves in the tree, filters it and opens its items.
enum TreeReducer {
    static func reduce(_ state: inout CollectionsState, _ message: TreeMessage, _ context: CollectionsContext) -> CollectionsOutcome {
        let node = state.tree.current?.node
        switch message {
        case .move(let motion): move(&state, motion, context)
        case .mouse(let event): return mouse(&state, event, context)
        case .paste(let text):
            _ = state.tree.filter?.paste(text)
            filter(&state, context)
        case .open: return open(&state, context)
        case .openInNewTab:
            guard let node, node.isRequest else { return [] }
            return [.output(.openInNewTab(path: node.path))]
        case .toggle: toggle(&state, context)
        case .expandAll: state.tree.setAllExpanded(true, height: height(state, context))
        case .collapseAll: state.tree.setAllExpanded(false, height: height(state, context))
        case .unfoldHeld(let path): TreeDragging.unfold(&state, path, context)
        case .find(let message): return RequestFinding.reduce(message)
        case .startFilter:
            state.tree.filter = state.tree.filter ?? TextFieldState()
            // Typing replaces an earlier filter.
            state.tree.filter?.selectAll()
            state.tree.isFiltering = true
        case .clearFilter: clearFilter(&state, context)
        case .toggleFavorite: node.map { state.tree.toggleFavorite($0.path, height: height(state, context)) }
        case .toggleFavoritesOnly:
            state.tree.showsFavoritesOnly.toggle()
            state.tree.applyFilter(height: height(state, context))
        case .showInheritance: return node.map { [.effect(.settings(.readInheritance(path: $0.path)))] } ?? []
        case .edit: return edit(&state, context)
        case .run: return node.map { [.output(.run(path: $0.path))] } ?? []
        case .copyPath: return node.map { [.copy($0.path, name: CopiedText.name($0.path, or: "the path"))] } ?? []
        case .copyName: return node.map { [.copy($0.name, name: "the name")] } ?? []
        case .showMenu: return showMenu(state, at: nil, context)
        case .change: break
        }
        return []
    }

    /// Handles a key while the filter is typed; nil if the key is not for the filter.
    static func press(_ state: inout CollectionsState, _ key: Key, _ context: CollectionsContext) -> CollectionsOutcome? {
        if let motion = ListMotion(besideText: key) {
            state.tree.list.move(motion, count: state.tree.rows.count, height: height(state, context))
            return []
        }
        guard let outcome = state.tree.filter?.handle(key) else { return nil }
        switch outcome {
        case .submitted:
            state.tree.isFiltering = false
            return open(&state, context)
        case .cancelled: clearFilter(&state, context)
        case .changed, .cut: filter(&state, context)
        case .copied, .wantsPaste, .pasted, .moved: break
        }
        return CollectionsOutcome(clipboard: outcome)
    }

    /// The cells of the rows.
    static func listArea(_ state: CollectionsState, _ context: CollectionsContext) -> Rect {
        state.tree.filter == nil ? context.area : context.area.splitTop(1).rest
    }

    /// Puts the cursor on a path, at once or when the tree has it.
    ///
    /// - Parameter keepsFilter: true if the filter may hide the item.
    static func reveal(
        _ state: inout CollectionsState, _ path: String, _ context: CollectionsContext, expands: Bool = false, keepsFilter: Bool = false
    ) {
        if expands { state.tree.setExpanded(path, true, height: height(state, context)) }
        let isHidden = state.tree.isNarrowed && !state.tree.rows.contains { $0.node.path == path }
        // What was imported is not in the tree yet.
        if isHidden, !keepsFilter, expands || state.workspace.tree.node(at: path) != nil { state.tree.showAll() }
        state.tree.reveal(path, height: height(state, context))
    }

    private static func height(_ state: CollectionsState, _ context: CollectionsContext) -> Int { listArea(state, context).height }

    // MARK: Mouse

    private static func mouse(_ state: inout CollectionsState, _ event: MouseEvent, _ context: CollectionsContext) -> CollectionsOutcome {
        if let outcome = TreeDragging.mouse(&state, event, context) { return outcome }
        let filterRow = context.area.row(0)
        if FilterBar.isClosed(state.tree.filter, by: event, in: filterRow) { return [.next(.tree(.clearFilter))] }
        let typed: CollectionsOutcome? = FilterBar.handle(&state.tree.filter, isTyping: &state.tree.isFiltering, event, in: filterRow)
        if let typed { return typed }
        let rect = listArea(state, context)
        switch state.tree.list.handle(event, in: rect, count: state.tree.rows.count) {
        case .selected(let row):
            guard case .press(.left, _) = event.action else { return [] }
            // A press may begin a drag; all but collections open when it is released where it began.
            guard state.tree.rows[row].depth > 0 else { return open(&state, context) }
            state.tree.drag = TreeDrag(path: state.tree.rows[row].node.path)
            return []
        case .opened: return editOpened(state)
        case .menu(_, let point): return showMenu(state, at: point, context)
        case nil where state.tree.rows.isEmpty && rect.contains(event.position): return offerFirst(&state, event)
        case .scrolled, nil: return []
        }
    }

    /// Handles a click on the text of an empty tree: clears what hides all rows, or opens the menu of the pane.
    private static func offerFirst(_ state: inout CollectionsState, _ event: MouseEvent) -> CollectionsOutcome {
        guard case .press(.left, 1) = event.action else { return [] }
        if state.tree.filter != nil { return [.next(.tree(.clearFilter))] }
        if state.tree.showsFavoritesOnly { return [.next(.tree(.toggleFavoritesOnly))] }
        return state.workspace.isLoading ? [] : [.output(.showPaneMenu(at: event.position))]
    }

    /// Opens the context menu at a point, or at the row under the cursor.
    private static func showMenu(_ state: CollectionsState, at point: Point?, _ context: CollectionsContext) -> CollectionsOutcome {
        let area = listArea(state, context)
        let row = state.tree.list.rect(ofRow: state.tree.list.selected, in: area, count: state.tree.rows.count) ?? area
        let anchor = Point(x: row.minX + (state.tree.current?.depth ?? 0) * 2 + 2, y: row.minY)
        return [.output(.showMenu(TreeCommands.menu(of: state.tree.current?.node), at: point ?? anchor))]
    }

    // MARK: Opening

    static func open(_ state: inout CollectionsState, _ context: CollectionsContext) -> CollectionsOutcome {
        guard let node = state.tree.current?.node else { return [] }
        switch node.kind {
        case .request: return [.output(.open(path: node.path))]
        case .collection, .folder:
            toggle(&state, context)
            return []
        case .broken(let problem): return .notify(.error, problem.description)
        }
    }

    /// Opens the request that a double click began to open, to type its URL.
    private static func editOpened(_ state: CollectionsState) -> CollectionsOutcome {
        guard let node = state.tree.current?.node, node.isRequest else { return [] }
        return [.output(.openToEdit(path: node.path))]
    }

    /// Opens a folder's settings, or a request.
    private static func edit(_ state: inout CollectionsState, _ context: CollectionsContext) -> CollectionsOutcome {
        guard let node = state.tree.current?.node, node.isFolder, !node.isBroken else { return open(&state, context) }
        return [.effect(.settings(.readFolder(path: node.path)))]
    }

    private static func toggle(_ state: inout CollectionsState, _ context: CollectionsContext) {
        guard let node = state.tree.current?.node else { return }
        guard !state.tree.isNarrowed else { return showAll(&state, around: node.path, context) }
        guard node.hasChildren else { return }
        state.tree.setExpanded(node.path, !state.tree.expanded.contains(node.path), height: height(state, context))
    }

    /// Shows all rows again, with the folder at `path` expanded: what a filter hides cannot be expanded.
    private static func showAll(_ state: inout CollectionsState, around path: String, _ context: CollectionsContext) {
        state.tree.showAll()
        reveal(&state, path, context, expands: true)
    }

    // MARK: Moving

    private static func move(_ state: inout CollectionsState, _ motion: Motion, _ context: CollectionsContext) {
        let height = height(state, context)
        switch motion {
        case .left: collapse(&state.tree, height: height)
        case .right: expand(&state.tree, height: height)
        default: motion.list.map { state.tree.list.move($0, count: state.tree.rows.count, height: height) }
        }
    }

    private static func collapse(_ tree: inout TreeState, height: Int) {
        guard let row = tree.current else { return }
        if !tree.isNarrowed, tree.expanded.contains(row.node.path) {
            tree.setExpanded(row.node.path, false, height: height)
        } else if let parent = tree.parent(of: tree.list.selected) {
            tree.list.select(parent, count: tree.rows.count, height: height)
        }
    }

    private static func expand(_ tree: inout TreeState, height: Int) {
        guard let row = tree.current, row.node.hasChildren else { return }
        if tree.isNarrowed || tree.expanded.contains(row.node.path) {
            tree.list.move(.down, count: tree.rows.count, height: height)
        } else {
            tree.setExpanded(row.node.path, true, height: height)
        }
    }

    // MARK: Filter

    /// Shows the items that contain the typed text, with the cursor on the best one.
    private static func filter(_ state: inout CollectionsState, _ context: CollectionsContext) {
        state.tree.applyFilter(height: height(state, context))
        state.tree.goToMatch(height: height(state, context))
    }

    private static func clearFilter(_ state: inout CollectionsState, _ context: CollectionsContext) {
        let path = state.tree.current?.node.path
        (state.tree.filter, state.tree.isFiltering) = (nil, false)
        if let path { reveal(&state, path, context) } else { state.tree.applyFilter(height: height(state, context)) }
    }
}

/// Finds requests by their content.
enum RequestFinding {
    /// The title of the window, which identifies it among lists.
    static let title = "Find in requests"
    /// The pause in typing before the files are read.
    private static let delay = Duration.milliseconds(150)

    static func reduce(_ message: FindMessage) -> CollectionsOutcome {
        switch message {
        case .ask: return [.show(.picker(picker))]
        case .typed(let text): return [.cancel(.findRequests), .after(delay, .findDelay, .tree(.find(.search(text))))]
        case .search(let text): return [.effect(.find(text))]
        case .open(let path, let member): return stop + [.output(.openAt(path: path, member: member))]
        case .cancel: return stop
        }
    }

    private static var stop: CollectionsOutcome { [.cancel(.findDelay), .cancel(.findRequests)] }

    private static var picker: Picker<CollectionsMessage> {
        var picker = Picker<CollectionsMessage>(title, [], cancelMessage: .tree(.find(.cancel)))
        picker.searches = { .tree(.find(.typed($0))) }
        picker.placeholder = "Type a text of the requests"
        picker.emptyNote = note("", isWhole: true)
        return picker
    }

    /// The text shown when nothing was found.
    static func note(_ text: String, isWhole: Bool) -> String {
        guard !text.isEmpty else { return "Searches names, URLs, headers, parameters, bodies and docs of the saved requests" }
        return isWhole ? "No request contains “\(text)”" : "Searching…"
    }

    /// The items of the requests that were found.
    static func items(_ matches: [RequestSearch.Match], isWhole: Bool, in tree: WorkspaceTree) -> [Picker<CollectionsMessage>.Item] {
        let items = matches.map { match in
            Picker<CollectionsMessage>.Item(
                title: match.member == "name" ? match.excerpt : "\(match.name): \(match.excerpt)",
                detail: [match.member, tree.names(to: WorkspacePath.parent(of: match.path)).last].compactMap(\.self).joined(
                    separator: " · "),
                message: .tree(.find(.open(path: match.path, member: match.member))))
        }
        guard isWhole, matches.count >= FindMessage.limit else { return items }
        let more = Picker<CollectionsMessage>.Item(
            title: "More lines match", disabledReason: "type more to find them", isCounted: false, message: .tree(.find(.cancel)))
        return items + [more]
    }
}
