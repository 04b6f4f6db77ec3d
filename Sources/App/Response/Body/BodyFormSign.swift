import Screen
import Widgets

/// The form in which the body is shown, at the right end of the pane's lower border, where a click lists the others.
enum BodyFormSign {
    /// The text and cells of the sign; nil if no body is shown.
    static func place(_ state: ResponseState, _ context: ResponseContext) -> (text: String, rect: Rect)? {
        guard state.tab == .body, state.head != nil, let form = state.shown.form,
            let pane = context.pane
        else { return nil }
        let text = DropDown.text(form.rawValue, usesASCII: context.usesASCII)
        let width = TextWidth.columns(of: text)
        guard pane.width > width + 4 else { return nil }
        return (text, Rect(x: pane.maxX - 1 - width, y: pane.maxY - 1, width: width, height: 1))
    }

    static func mouse(_ state: ResponseState, _ context: ResponseContext, _ event: MouseEvent) -> ResponseOutcome? {
        guard case .press(.left, _) = event.action, let sign = place(state, context), sign.rect.contains(event.position) else { return nil }
        let current = state.shown.form
        let forms = state.shown.forms
        let lines = forms.map { (MenuItem($0.rawValue, keys: $0 == current ? "✓" : ""), ResponseMessage.view(.show($0))) }
        let selected = forms.firstIndex { $0 == current } ?? 0
        return [.show(.menu(Menu(lines, at: sign.rect.origin, selected: selected)))]
    }
}
