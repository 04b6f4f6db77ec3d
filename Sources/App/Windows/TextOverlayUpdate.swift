import Screen
import Widgets

/// Changes a window with lines to read.
enum TextOverlayUpdate {
    static func press(_ state: inout AppState, _ overlay: TextOverlay, _ key: Key) -> [Effect] {
        if [Key(.escape), Key(.enter), .character("q"), .function(1), .character("?")].contains(key) {
            return overlay.closing.map { [.next($0)] } ?? []
        }
        var overlay = overlay
        let frame = TextOverlayView.frame(of: overlay, in: state.screenLayout)
        let count = overlay.wrapped(columns: frame.width - 5).count
        _ = overlay.list.handle(key, count: count, height: TextOverlayView.list(in: frame).height)
        state.overlays.append(.text(overlay))
        return []
    }

    static func mouse(_ state: inout AppState, _ overlay: TextOverlay, _ event: MouseEvent, in frame: Rect) -> [Effect] {
        var overlay = overlay
        let count = overlay.wrapped(columns: frame.width - 5).count
        _ = overlay.list.handle(event, in: TextOverlayView.list(in: frame), count: count)
        _ = state.overlays.popLast()
        state.overlays.append(.text(overlay))
        return []
    }
}
