import Screen
import Widgets

/// Changes the window on top; it has all keys but those that cancel and quit.
enum WindowUpdate {
    static func update(_ state: inout AppState, _ message: WindowMessage) -> [Effect] {
        switch message {
        case .close:
            return close(&state)
        case .accept:
            return accept(&state)
        case .show(let window):
            state.windows.append(window)
            return []
        case .key(let key): return press(&state, key)
        case .save:
            guard case .sheet(let sheet)? = state.windows.popLast() else { return [] }
            return SheetUpdate.save(&state, sheet)
        case .saveIn(let folder):
            PromptUpdate.setFolder(&state, folder)
            return []
        case .setChoice(let choice): return SheetUpdate.choose(&state, choice)
        case .choose(let index):
            guard case .confirm(let question)? = state.windows.last, question.choices.indices.contains(index) else { return [] }
            _ = state.windows.popLast()
            return question.choices[index].messages.map { .next($0) }
        }
    }

    static func press(_ state: inout AppState, _ key: Key) -> [Effect] {
        guard let top = state.windows.popLast() else { return [] }
        if key == .control("c") || key == .control("q") { return leave(&state, top, quits: key == .control("q")) }
        if WindowHelp.isAsked(by: key, in: top) {
            state.windows += [top, .text(WindowHelp.window(for: top))]
            return []
        }
        switch top {
        case .help(let help): return HelpUpdate.press(&state, help, key)
        case .picker(let picker): return PickerUpdate.press(&state, picker, key)
        case .confirm(let question): return press(&state, question, key)
        case .prompt(let prompt): return PromptUpdate.press(&state, prompt, key)
        case .form(let form): return FormUpdate.press(&state, form, key)
        case .menu(let menu): return MenuUpdate.press(&state, menu, key)
        case .report(let report): return ReportUpdate.press(&state, report, key)
        case .text(let text): return TextWindowUpdate.press(&state, text, key)
        case .sheet(let sheet): return SheetUpdate.press(&state, sheet, key)
        case .jump(let jump): return JumpUpdate.press(&state, jump, key)
        case .comparison(let window): return state.press(key, in: window)
        }
    }

    static func paste(_ state: inout AppState, _ text: String) -> [Effect] {
        switch state.windows.popLast() {
        case .help(let help): return HelpUpdate.paste(&state, help, text)
        case .picker(let picker): return PickerUpdate.paste(&state, picker, text)
        case .prompt(let prompt): return PromptUpdate.paste(&state, prompt, text)
        case .form(let form): return FormUpdate.paste(&state, form, text)
        case .sheet(let sheet): return SheetUpdate.paste(&state, sheet, text)
        case let other:
            if let other { state.windows.append(other) }
            return []
        }
    }

    static func mouse(_ state: inout AppState, _ event: MouseEvent) -> [Effect] {
        guard let top = state.windows.last else { return [] }
        let layout = state.screenLayout
        if case .press(.left, _) = event.action,
            let hint = FooterView.placedHints(state, in: layout.footer).first(where: { $0.rect.contains(event.position) })
        {
            return [.next(hint.hint.message)]
        }
        let frame = WindowView.frame(of: top, state)
        if case .press(_, let count) = event.action, !frame.contains(event.position) {
            // The second press of a double click closes nothing that the first one opened.
            return count > 1 || staysOpen(top) ? [] : close(&state)
        }
        return ScreenSelecting.update(&state, event, within: WindowView.text(of: top, in: frame, at: event.position))
            + hand(&state, event, to: top, in: frame)
    }

    /// True if a click beside the window keeps it open: such a click may only bring the terminal to the front, and must not drop typed
    /// text or a pending login.
    private static func staysOpen(_ top: Window<Message>) -> Bool {
        switch top {
        case .form(let form): form.isLogin || form.isTypedIn
        case .prompt(let prompt): prompt.isTypedIn
        default: false
        }
    }

    private static func hand(_ state: inout AppState, _ event: MouseEvent, to top: Window<Message>, in frame: Rect) -> [Effect] {
        switch top {
        case .help(let help): return HelpUpdate.mouse(&state, help, event, in: frame)
        case .picker(let picker): return PickerUpdate.mouse(&state, picker, event, in: frame)
        case .confirm(let question): return mouse(&state, question, event, in: frame)
        case .prompt(let prompt): return PromptUpdate.mouse(&state, prompt, event, in: frame)
        case .form(let form): return FormUpdate.mouse(&state, form, event, in: frame)
        case .menu(let menu): return MenuUpdate.mouse(&state, menu, event)
        case .report(let report): return ReportUpdate.mouse(&state, report, event, in: frame)
        case .text(let text): return TextWindowUpdate.mouse(&state, text, event, in: frame)
        case .sheet(let sheet): return SheetUpdate.mouse(&state, sheet, event, in: frame)
        case .jump(let jump): return JumpUpdate.mouse(&state, jump, event)
        case .comparison(let window): return state.mouse(event, in: window, frame)
        }
    }

    private static func close(_ state: inout AppState) -> [Effect] {
        switch state.windows.popLast() {
        case .picker(let picker): return picker.cancelMessage.map { [.next($0)] } ?? []
        case .form(let form): return FormUpdate.cancel(&state, form)
        case .prompt(let prompt): return PromptUpdate.cancel(&state, prompt)
        case .report(let report): return ReportUpdate.close(report)
        case .text(let text): return text.closing.map { [.next($0)] } ?? []
        case .sheet(let sheet): return SheetUpdate.close(&state, sheet)
        case .confirm(let question): return question.cancelMessages.map { .next($0) }
        default: return []
        }
    }

    /// `^C` closes a window and `^Q` quits; neither loses what was typed into a sheet.
    private static func leave(_ state: inout AppState, _ top: Window<Message>, quits: Bool) -> [Effect] {
        if case .sheet(let sheet) = top, sheet.hasChanges {
            guard quits else { return SheetUpdate.close(&state, sheet) }
            state.windows.append(top)
            return ApplicationUpdate.update(&state, .quit)
        }
        if case .form(let form) = top, !quits { return FormUpdate.giveUp(&state, form) }
        state.windows.append(top)
        let effects = close(&state)
        return quits ? effects + [.next(.application(.quit))] : effects
    }

    private static func accept(_ state: inout AppState) -> [Effect] {
        press(&state, Key(.enter))
    }

    private static func press(_ state: inout AppState, _ question: Question<Message>, _ key: Key) -> [Effect] {
        var question = question
        switch key.code {
        case .pageUp, .pageDown:
            let frame = QuestionView.frame(of: question, in: state.screenLayout)
            QuestionView.scroll(&question, pages: key.code == .pageUp ? -1 : 1, in: frame)
        case .escape: return question.cancelMessages.map { .next($0) }
        case .tab where key.modifiers == .shift: question.selected -= 1
        case .left, .up: question.selected -= 1
        case .right, .down, .tab: question.selected += 1
        case .enter:
            state.windows.append(.confirm(question))
            return update(&state, .choose(question.selected))
        case .character(let letter):
            if let index = question.choices.firstIndex(where: { $0.key == letter }) {
                state.windows.append(.confirm(question))
                return update(&state, .choose(index))
            }
        default: break
        }
        question.selected = (question.selected + question.choices.count) % question.choices.count
        state.windows.append(.confirm(question))
        return []
    }

    private static func mouse(_ state: inout AppState, _ question: Question<Message>, _ event: MouseEvent, in frame: Rect) -> [Effect] {
        guard case .press(.left, _) = event.action else { return [] }
        let buttons = QuestionView.buttons(of: question, in: frame)
        guard let index = buttons.firstIndex(where: { $0.contains(event.position) }) else { return [] }
        return update(&state, .choose(index))
    }
}
