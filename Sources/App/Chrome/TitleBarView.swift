import Workspace
import Screen

/// The first row: the program, the workspace, the environment, what is in flight.
enum TitleBarView {
    /// Something in the bar that can be clicked.
    struct Item: Equatable {
        let text: String
        let role: StyleRole
        let message: Message
        let rect: Rect
    }

    static func draw(_ state: AppState, in rect: Rect, on canvas: inout Canvas) {
        canvas.fill(rect, style: CellStyle(.titleBar))
        let name = canvas.write(DropDown.text(menuTitle, usesASCII: state.usesASCII), at: rect.origin, style: CellStyle(.titleBarAccent))
        let items = items(state, in: rect)
        let room = (items.first?.rect.minX ?? rect.maxX) - rect.minX - name - 2
        canvas.write(
            TextWidth.fitted(state.workspace.name, columns: max(0, room)), at: Point(x: rect.minX + name + 1, y: rect.minY),
            style: CellStyle(.titleBar))
        for item in items { canvas.write(item.text, at: item.rect.origin, style: CellStyle(item.role, on: .titleBar)) }
    }

    private static let menuTitle = "apus"
    private static let menuWidth = TextWidth.columns(of: menuTitle) + 4

    /// The program's name, which opens the menu.
    static func menu(in rect: Rect) -> Rect { rect.splitLeft(menuWidth).left }

    /// The items at the right end, from left to right.
    static func items(_ state: AppState, in rect: Rect) -> [Item] {
        var right = rect.maxX
        var placed: [Item] = []
        for (text, role, message) in contents(state).reversed() {
            let shown = TextWidth.fitted(text, columns: max(0, rect.width / 2))
            let width = TextWidth.columns(of: shown)
            guard right - width > rect.minX + 10 else { break }
            right -= width
            placed.insert(
                Item(text: shown, role: role, message: message, rect: Rect(x: right, y: rect.minY, width: width, height: 1)), at: 0)
        }
        return placed
    }

    /// The environment that the request in front is sent to. An unknown one named in its options blocks sending.
    private static func environment(_ state: AppState) -> String {
        if let named = state.namedEnvironment, named != state.environment?.name { return "env: \(named) (not there)" }
        guard let environment = state.environment else { return "No environment" }
        return "env: " + environment.name + (environment.isProtected ? " ▲" : "")
            + (state.workspace.isLost(environment) ? " (not there)" : "")
    }

    private static func contents(_ state: AppState) -> [(String, StyleRole, Message)] {
        var contents: [(String, StyleRole, Message)] = []
        let count = state.sending.inFlight.count(where: \.isSeen)
        if count > 0 { contents.append((" \(count) in flight ", .information, .tabs(.showSending))) }
        contents.append((" \(environment(state)) ", .titleBar, .application(.showEnvironments)))
        contents.append((" F1 help ", .titleBar, .application(.showHelp)))
        return contents
    }
}
