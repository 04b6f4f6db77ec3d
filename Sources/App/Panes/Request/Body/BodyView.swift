import Document
import Screen
import Widgets
import Workspace

/// Draws the body's text.
enum BodyView {
    static func draw(_ state: AppState, in rect: Rect, isFocused: Bool, on canvas: inout Canvas) {
        let request = state.request
        request.text.draw(in: rect, on: &canvas, isFocused: isFocused && request.isEditingText) { line in
            SyntaxSpans.spans(of: line.text, kind: request.bodyKind)
                + VariableSpans.find(in: line.text, isKnown: state.knowsVariable)
        }
        if isFocused, !request.isEditingText { canvas.cursor = nil }
    }
}
