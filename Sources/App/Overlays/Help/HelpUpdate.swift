import Screen
import Widgets

/// Changes the help.
enum HelpUpdate {
    static func press(_ state: inout AppState, _ help: HelpState, _ key: Key) -> [Effect] {
        if key == Key(.escape) || key == .character("q") || key == .character("?") || key == .function(1) { return [] }
        var help = help
        let lines = HelpState.lines(for: state)
        let height = HelpView.list(in: HelpView.frame(in: state.screenLayout)).height
        switch help.list.handle(key, count: lines.count, height: height) {
        case .opened(let index): return run(&state, lines[index], else: help)
        case .selected(let index): skipHeadings(&help, lines, from: index, key, height: height)
        case .scrolled, .menu, nil: break
        }
        state.overlays.append(.help(help))
        return []
    }

    static func mouse(_ state: inout AppState, _ help: HelpState, _ event: MouseEvent, in frame: Rect) -> [Effect] {
        var help = help
        let lines = HelpState.lines(for: state)
        let outcome = help.list.handle(event, in: HelpView.list(in: frame), count: lines.count)
        _ = state.overlays.popLast()
        if case .opened(let index) = outcome { return run(&state, lines[index], else: help) }
        state.overlays.append(.help(help))
        return []
    }

    private static func run(_ state: inout AppState, _ line: HelpState.Line, else help: HelpState) -> [Effect] {
        guard case .command(let id, _, _, _) = line else {
            state.overlays.append(.help(help))
            return []
        }
        return InputUpdate.run(&state, id)
    }

    /// A heading is nothing to stop at.
    private static func skipHeadings(_ help: inout HelpState, _ lines: [HelpState.Line], from index: Int, _ key: Key, height: Int) {
        let isUp = key == Key(.up) || key == .character("k")
        var row = index
        while lines.indices.contains(row), !lines[row].isCommand { row += isUp ? -1 : 1 }
        if lines.indices.contains(row) { help.list.select(row, count: lines.count, height: height) }
    }
}

extension HelpState.Line {
    fileprivate var isCommand: Bool { if case .command = self { true } else { false } }
}
