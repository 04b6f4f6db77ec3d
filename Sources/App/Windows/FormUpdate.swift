import Engine
import Screen
import Widgets

/// Changes a window with labelled lines.
enum FormUpdate {
    static func press(_ state: inout AppState, _ form: FormState, _ key: Key) -> [Effect] {
        var form = form
        switch key {
        case Key(.tab), Key(.down): return keep(&state, form, selecting: form.selected + 1)
        case Key(.tab, .shift), Key(.up): return keep(&state, form, selecting: form.selected - 1)
        case Key(.function(3)):
            if let page = form.page { return keep(&state, form) + [.copy(page, name: "the page to log in")] }
        default: break
        }
        if form.fields.isEmpty { return pressUnwritable(&state, form, key) }
        guard form.fields.indices.contains(form.selected), let outcome = form.fields[form.selected].input.handle(key) else {
            return keep(&state, form)
        }
        switch outcome {
        case .submitted: return submit(&state, form)
        case .cancelled: return cancel(&state, form)
        case .copied(let text), .cut(let text): return keep(&state, form) + [.copy(text, name: "the selection")]
        case .wantsPaste: return keep(&state, form) + [.paste]
        case .changed, .pasted:
            form.problem = nil
            return keep(&state, form)
        case .moved: return keep(&state, form)
        }
    }

    /// Without a line there is a code to read: only putting it aside or giving up closes the window.
    private static func pressUnwritable(_ state: inout AppState, _ form: FormState, _ key: Key) -> [Effect] {
        if key == Key(.escape) { return cancel(&state, form) }
        let effects = keep(&state, form)
        guard key == .character("c"), let code = form.code else { return effects }
        return effects + [.copy(code, name: "the code")]
    }

    static func paste(_ state: inout AppState, _ form: FormState, _ text: String) -> [Effect] {
        var form = form
        if form.fields.indices.contains(form.selected) { _ = form.fields[form.selected].input.paste(text) }
        form.problem = nil
        return keep(&state, form)
    }

    static func mouse(_ state: inout AppState, _ form: FormState, _ event: MouseEvent, in frame: Rect) -> [Effect] {
        var form = form
        _ = state.windows.popLast()
        let rects = FormView.inputs(of: form, in: frame)
        if event.isPress, let index = rects.firstIndex(where: { $0.contains(event.position) }) { form.selected = index }
        if form.fields.indices.contains(form.selected) { _ = form.fields[form.selected].input.handle(event, in: rects[form.selected]) }
        return keep(&state, form)
    }

    /// Closes the window without submitting it.
    static func cancel(_ state: inout AppState, _ form: FormState) -> [Effect] {
        switch form.purpose {
        case .send:
            state.say(
                .warning, form.isTypedIn ? "Not sent: the window was closed" : "Not sent: nothing was typed for what it asks for",
                about: .sending)
        case .login: [.next(.sending(.login(.putAside(form))))]
        }
    }

    /// Ends a login: what waits for the token fails then, whichever requests these are; what else is under way goes on.
    static func giveUp(_ state: inout AppState, _ form: FormState) -> [Effect] {
        if case .login(let id) = form.purpose { [.next(.sending(.login(.answer(id, nil))))] } else { cancel(&state, form) }
    }

    private static func keep(_ state: inout AppState, _ form: FormState, selecting index: Int? = nil) -> [Effect] {
        var form = form
        if let index { form.selected = min(max(0, index), max(0, form.fields.count - 1)) }
        state.windows.append(.form(form))
        return []
    }

    /// Enter goes to the next line, and from the last one sends.
    private static func submit(_ state: inout AppState, _ form: FormState) -> [Effect] {
        if form.selected + 1 < form.fields.count { return keep(&state, form, selecting: form.selected + 1) }
        switch form.purpose {
        case .send(let job, let purpose): return [.next(.sending(.run(job.answering(form.values), purpose)))]
        case .login(let id): return answer(&state, form, id)
        }
    }

    /// Submits a login only if the text is a URL; other text stays, with a note on what is expected.
    private static func answer(_ state: inout AppState, _ form: FormState, _ id: Int) -> [Effect] {
        let text = form.fields.first?.input.text.trimmed ?? ""
        guard let problem = LoginRequest.problem(of: text, for: form.page) else { return [.next(.sending(.login(.answer(id, text))))] }
        var form = form
        form.problem = problem
        return keep(&state, form)
    }
}
