import Screen
import Widgets

/// Changes a list to choose from.
enum PickerUpdate {
    static func press(_ state: inout AppState, _ picker: Picker<Message>, _ key: Key) -> [Effect] {
        var picker = picker
        let height = PickerView.list(in: PickerView.frame(of: picker, in: state.screenLayout)).height
        if let motion = ListMotion(besideText: key) ?? letterless(key) {
            picker.list.move(motion, count: picker.matches.count, height: height)
            return keep(&state, picker) + preview(&state, picker)
        }
        switch picker.field.handle(key) {
        case .submitted: return choose(&state, picker)
        case .cancelled: return picker.cancelMessage.map { [.next($0)] } ?? []
        case .changed, .cut:
            picker.filter()
            return keep(&state, picker) + preview(&state, picker)
        case .wantsPaste: return keep(&state, picker) + [.paste]
        case .moved, .pasted, .copied, nil: break
        }
        return keep(&state, picker)
    }

    static func paste(_ state: inout AppState, _ picker: Picker<Message>, _ text: String) -> [Effect] {
        var picker = picker
        _ = picker.field.paste(text)
        picker.filter()
        return keep(&state, picker)
    }

    static func mouse(_ state: inout AppState, _ picker: Picker<Message>, _ event: MouseEvent, in frame: Rect) -> [Effect] {
        var picker = picker
        _ = state.windows.popLast()
        let list = PickerView.list(in: frame)
        if picker.previews { return look(&state, picker, event, in: list) }
        // In the place of the rows stands that what is typed can be taken.
        if picker.matches.isEmpty, case .press(.left, _) = event.action, list.contains(event.position) { return choose(&state, picker) }
        let outcome = picker.list.handle(event, in: list, count: picker.matches.count)
        if case .selected = outcome { return choose(&state, picker) }
        return keep(&state, picker)
    }

    /// Handles the mouse in a list that previews: the first click and the wheel preview, a click on the previewed item chooses it.
    private static func look(_ state: inout AppState, _ picker: Picker<Message>, _ event: MouseEvent, in rect: Rect) -> [Effect] {
        var picker = picker
        let (before, count) = (picker.list.selected, picker.matches.count)
        switch event.action {
        case .wheelUp where rect.contains(event.position): picker.list.move(.up, count: count, height: rect.height)
        case .wheelDown where rect.contains(event.position): picker.list.move(.down, count: count, height: rect.height)
        default:
            switch picker.list.handle(event, in: rect, count: count) {
            case .opened: return choose(&state, picker)
            case .selected(let row) where row == before: return choose(&state, picker)
            default: break
            }
        }
        return keep(&state, picker) + (picker.list.selected == before ? [] : preview(&state, picker))
    }

    private static func keep(_ state: inout AppState, _ picker: Picker<Message>) -> [Effect] {
        state.windows.append(.picker(picker))
        return []
    }

    private static func choose(_ state: inout AppState, _ picker: Picker<Message>) -> [Effect] {
        guard let item = picker.current else {
            let text = picker.field.text.trimmed
            guard let other = picker.other, !text.isEmpty, picker.otherFault?(text) == nil else { return keep(&state, picker) }
            return [.next(other(text))]
        }
        if let reason = item.disabledReason { return keep(&state, picker) + state.say(.warning, "\(item.title): \(reason)") }
        return [.next(item.message)]
    }

    /// A theme is seen while it is looked for.
    private static func preview(_ state: inout AppState, _ picker: Picker<Message>) -> [Effect] {
        guard let item = picker.current, picker.previews else { return [] }
        return [.next(item.message)]
    }

    private static func letterless(_ key: Key) -> ListMotion? {
        switch key {
        case .control("n"): .down
        case .control("p"): .up
        default: nil
        }
    }
}
