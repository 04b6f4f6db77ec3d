import Screen
import Widgets

/// The form in which the body is shown, at the right end of the pane's lower border, where a click lists the others.
enum BodyFormSign {
    /// What stands there, and its cells; nil where no body is shown.
    static func place(_ state: AppState) -> (text: String, rect: Rect)? {
        guard state.response.tab == .body, state.response.answer != nil, let form = state.response.shown.form,
            let pane = state.screenLayout.rect(of: .response)
        else { return nil }
        let text = DropDown.text(form.rawValue, state)
        let width = TextWidth.columns(of: text)
        guard pane.width > width + 4 else { return nil }
        return (text, Rect(x: pane.maxX - 1 - width, y: pane.maxY - 1, width: width, height: 1))
    }

    static func mouse(_ state: inout AppState, _ event: MouseEvent) -> [Effect]? {
        guard case .press(.left, _) = event.action, let sign = place(state), sign.rect.contains(event.position) else { return nil }
        let current = state.response.shown.form
        let forms = state.response.shown.forms
        let lines = forms.map { (MenuItem($0.rawValue, keys: $0 == current ? "✓" : ""), Message.response(.showForm($0))) }
        let selected = forms.firstIndex { $0 == current } ?? 0
        state.windows.append(.menu(Menu(lines, at: sign.rect.origin, selected: selected)))
        return []
    }
}
