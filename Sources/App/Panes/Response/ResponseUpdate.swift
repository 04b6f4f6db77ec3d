import Document
import HTTP
import Screen
import Widgets
import Workspace

/// Changes the response pane.
enum ResponseUpdate {
    static func update(_ state: inout AppState, _ message: ResponseMessage) -> [Effect] {
        switch message {
        case .selectTab(let tab): select(&state, tab)
        case .nextTab: select(&state, neighbour(of: state.response.tab, by: 1))
        case .previousTab: select(&state, neighbour(of: state.response.tab, by: -1))
        case .nextForm: state.response.viewer.nextForm(height: contentRect(state).height)
        case .startSearch: BodySearching.start(&state)
        case .nextMatch: return BodySearching.step(&state, forward: true)
        case .previousMatch: return BodySearching.step(&state, forward: false)
        case .found(let found): BodySearching.found(&state, found)
        case .searchFailed(let problem): state.response.search?.problem = problem
        case .toggleFold: state.response.viewer.fold(nil, height: contentRect(state).height)
        case .foldIn: foldIn(&state)
        case .foldOut: state.response.viewer.fold(false, height: contentRect(state).height)
        case .foldAll: return state.response.viewer.body.map { [.foldLevel($0, level: 1)] } ?? []
        case .unfoldAll: state.response.viewer.fold(to: nil, height: contentRect(state).height)
        case .folded(let folded): fold(&state, folded)
        case .copyKey: return BodyCopying.key(state.response.viewer)
        case .copyPath: return BodyCopying.path(state.response.viewer)
        case .copyBody: return copyBody(state)
        case .copyHeaders: return [.copy(headerText(state), name: "the headers")]
        case .copyURL: return state.response.exchange.map { [.copy($0.request.url, name: "the URL")] } ?? []
        case .copyLine: return copyLine(state)
        case .replay: return state.response.exchange.map { RequestSending.replay(&state, $0.summary) } ?? []
        }
        return []
    }

    static func move(_ state: inout AppState, _ motion: Motion) -> [Effect] {
        let height = contentRect(state).height
        if state.response.tab == .body {
            let count = state.response.viewer.rowCount
            switch motion {
            case .left: state.response.viewer.column = max(0, state.response.viewer.column - 8)
            case .right: state.response.viewer.column += 8
            default: motion.list.map { state.response.viewer.list.move($0, count: count, height: height) }
            }
        } else if let motion = motion.list {
            state.response.lines.move(motion, count: ResponseLines.lines(of: state).count, height: height)
        }
        return []
    }

    static func mouse(_ state: inout AppState, _ event: MouseEvent) -> [Effect] {
        let inner = state.inner(of: .response)
        let tabs = inner.splitTop(1).top
        if case .press(.left, _) = event.action, tabs.contains(event.position) {
            let titles = ResponseTab.allCases.map { ($0, $0.title) }
            guard let tab = TabStrip.place(titles, selected: state.response.tab, in: tabs).first(where: { $0.1.contains(event.position) })
            else { return [] }
            return update(&state, .selectTab(tab.0))
        }
        let rect = contentRect(state)
        if state.response.tab == .body {
            _ = state.response.viewer.list.handle(event, in: rect, count: state.response.viewer.rowCount)
        } else {
            _ = state.response.lines.handle(event, in: rect, count: ResponseLines.lines(of: state).count)
        }
        return []
    }

    static func edit(_ state: inout AppState, _ key: Key) -> [Effect]? { BodySearching.edit(&state, key) }

    static func paste(_ state: inout AppState, _ text: String) -> [Effect] { BodySearching.paste(&state, text) }

    /// The cells below the tabs, and above what is searched for.
    static func contentRect(_ state: AppState) -> Rect {
        let content = state.inner(of: .response).splitTop(1).rest
        return state.response.search != nil && state.response.tab == .body ? content.splitBottom(1).rest : content
    }

    private static func select(_ state: inout AppState, _ tab: ResponseTab) {
        state.response.tab = tab
        state.response.lines = ListState()
    }

    private static func neighbour(of tab: ResponseTab, by step: Int) -> ResponseTab {
        let all = ResponseTab.allCases
        let index = (all.firstIndex(of: tab) ?? 0) + step
        return all[(index + all.count) % all.count]
    }

    private static func headerText(_ state: AppState) -> String {
        (state.response.answer?.headers.fields ?? []).map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    }

    /// Folds what is open here; what is folded or cannot be leads to what surrounds it.
    private static func foldIn(_ state: inout AppState) {
        let height = contentRect(state).height
        let before = state.response.viewer
        let opens = before.view?.rows(before.list.selected..<before.list.selected + 1).first?.fold == .expanded
        if opens { state.response.viewer.fold(true, height: height) } else { state.response.viewer.moveToParent(height: height) }
    }

    private static func fold(_ state: inout AppState, _ folded: FoldedBody) {
        guard folded.body == state.response.viewer.body else { return }
        state.response.viewer.fold(to: folded.level, height: contentRect(state).height)
    }

    private static func copyBody(_ state: AppState) -> [Effect] {
        state.response.viewer.body.map { [.copyBody($0)] } ?? []
    }

    private static func copyLine(_ state: AppState) -> [Effect] {
        if state.response.tab == .body { return BodyCopying.node(state.response.viewer) }
        let lines = ResponseLines.lines(of: state)
        let index = state.response.lines.selected
        return lines.indices.contains(index) ? [.copy(lines[index].text, name: "the line")] : []
    }
}
