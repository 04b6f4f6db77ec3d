import Screen
import Widgets

/// Changes the help.
enum HelpUpdate {
    static func press(_ state: inout AppState, _ help: HelpState, _ key: Key) -> [Effect] {
        var help = help
        if help.isTyping { return type(&state, &help, key) }
        switch key {
        case .character("/"), .control("f"): startFilter(&help)
        case Key(.escape) where help.filter != nil: clearFilter(&help)
        case Key(.escape), .character("q"), .character("?"), .function(1): return []
        case Key(.enter): return run(&state, help)
        default: ListMotion(key).map { move(&help, $0, state) }
        }
        state.windows.append(.help(help))
        return []
    }

    static func paste(_ state: inout AppState, _ help: HelpState, _ text: String) -> [Effect] {
        var help = help
        if help.filter == nil { startFilter(&help) }
        _ = help.filter?.paste(text)
        showFirst(&help, state)
        state.windows.append(.help(help))
        return []
    }

    static func mouse(_ state: inout AppState, _ help: HelpState, _ event: MouseEvent, in frame: Rect) -> [Effect] {
        var help = help
        _ = state.windows.popLast()
        let row = HelpView.filter(in: frame)
        if FilterBar.isClosed(help.filter, by: event, in: row) {
            state.windows.append(.help(HelpState()))
            return []
        }
        var effects = FilterBar.mouse(&help.filter, isTyping: &help.isTyping, event, in: row)
        if effects == nil {
            let lines = help.lines(for: state)
            let outcome = help.list.handle(event, in: HelpView.list(of: help, in: frame), count: lines.count)
            if case .opened = outcome { return run(&state, help) }
            effects = []
        }
        state.windows.append(.help(help))
        return effects ?? []
    }

    /// A key while the filter is typed.
    private static func type(_ state: inout AppState, _ help: inout HelpState, _ key: Key) -> [Effect] {
        var effects: [Effect] = []
        if let motion = ListMotion(besideText: key) {
            move(&help, motion, state)
        } else {
            switch help.filter?.handle(key) {
            case .submitted: return run(&state, help)
            case .cancelled: clearFilter(&help)
            case .changed: showFirst(&help, state)
            case .cut(let text):
                showFirst(&help, state)
                effects = [.copy(text, name: "the selection")]
            case .copied(let text): effects = [.copy(text, name: "the selection")]
            case .wantsPaste: effects = [.paste]
            case .pasted, .moved, nil: break
            }
        }
        state.windows.append(.help(help))
        return effects
    }

    private static func startFilter(_ help: inout HelpState) {
        help.filter = help.filter ?? TextFieldState()
        help.isTyping = true
    }

    private static func clearFilter(_ help: inout HelpState) { help = HelpState() }

    /// Runs the command under the cursor.
    private static func run(_ state: inout AppState, _ help: HelpState) -> [Effect] {
        let lines = help.lines(for: state)
        guard lines.indices.contains(help.list.selected), let id = lines[help.list.selected].command else {
            state.windows.append(.help(help))
            return []
        }
        return InputUpdate.run(&state, id)
    }

    /// Puts the cursor on the first command that is left.
    private static func showFirst(_ help: inout HelpState, _ state: AppState) {
        help.list = ListState()
        move(&help, .top, state)
    }

    /// Moves the cursor; a heading and what goes on with a line are nothing to stop at.
    private static func move(_ help: inout HelpState, _ motion: ListMotion, _ state: AppState) {
        let lines = help.lines(for: state)
        let height = HelpView.list(of: help, in: HelpView.frame(in: state.screenLayout)).height
        help.list.move(motion, count: lines.count, height: height)
        let step = motion.distance(height: height) < 0 && motion != .top ? -1 : 1
        var row = help.list.selected
        while lines.indices.contains(row), !lines[row].isCommand { row += step }
        if lines.indices.contains(row) { help.list.select(row, count: lines.count, height: height) }
    }
}

extension HelpState.Line {
    fileprivate var isCommand: Bool { if case .command = self { true } else { false } }

    /// The command that the line is of.
    fileprivate var command: String? {
        switch self {
        case .command(let id, _, _, _), .more(let id, _, _, _): id
        case .heading, .about, .gap: nil
        }
    }
}
