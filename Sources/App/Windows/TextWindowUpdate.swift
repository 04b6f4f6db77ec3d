import Screen
import Widgets

/// Changes a window with lines to read.
enum TextWindowUpdate {
    static func press(_ state: inout AppState, _ window: TextWindow<Message>, _ key: Key) -> [Effect] {
        if [Key(.escape), Key(.enter), .character("q"), .function(1), .character("?")].contains(key) {
            return window.closing.map { [.next($0)] } ?? []
        }
        var window = window
        let frame = TextWindowView.frame(of: window, in: state.screenLayout)
        let count = window.wrapped(columns: frame.width - 5).count
        _ = window.list.handle(key, count: count, height: TextWindowView.list(in: frame).height)
        state.windows.append(.text(window))
        return []
    }

    static func mouse(_ state: inout AppState, _ window: TextWindow<Message>, _ event: MouseEvent, in frame: Rect) -> [Effect] {
        var window = window
        let count = window.wrapped(columns: frame.width - 5).count
        _ = window.list.handle(event, in: TextWindowView.list(in: frame), count: count)
        _ = state.windows.popLast()
        state.windows.append(.text(window))
        return []
    }
}
