import Screen
import Widgets

/// A window over the panes; the last one of the stack has the keys.
public enum Window<Message: Sendable & Equatable>: Sendable, Equatable {
    case help(HelpState)
    case picker(Picker<Message>)
    case confirm(Question<Message>)
    case prompt(PromptState)
    case form(FormState)
    case menu(Menu<Message>)
    case report(Report)
    case text(TextWindow<Message>)
    case sheet(SheetOverlay)
    case jump(JumpOverlay)
    case comparison(ComparisonWindow)

    /// The same window with other messages in it.
    func map<Other: Sendable & Equatable>(_ change: @escaping @Sendable (Message) -> Other) -> Window<Other> {
        switch self {
        case .help(let help): .help(help)
        case .picker(let picker): .picker(picker.map(change))
        case .confirm(let question): .confirm(question.map(change))
        case .prompt(let prompt): .prompt(prompt)
        case .form(let form): .form(form)
        case .menu(let menu): .menu(menu.map(change))
        case .report(let report): .report(report)
        case .text(let text): .text(text.map(change))
        case .sheet(let sheet): .sheet(sheet)
        case .jump(let jump): .jump(jump)
        case .comparison(let comparison): .comparison(comparison)
        }
    }
}

extension Window where Message == App.Message {
    private func hints(of sheet: SheetOverlay) -> [FooterHints.Hint] {
        let isCookies = if case .cookies = sheet.subject { true } else { false }
        let value = sheet.showsSecrets ? [("Space", "source"), ("v", "value")] : []
        let table =
            [("e", "edit"), ("a", "add"), ("d", "delete")] + value + [("/", "filter")] + (isCookies ? [("x", "domain"), ("X", "all")] : [])
        let keys = sheet.page.text != nil ? [("e", "edit")] : sheet.page.shape.isForm ? [("e", "edit")] : table
        return (keys + [("u", "undo")]).map { key, label in
            FooterHints.Hint(key: key, label: label, message: .window(.key(.character(key == "Space" ? " " : Character(key)))))
        }
    }

    /// The keys to show in the footer.
    var hints: [FooterHints.Hint] {
        let close = FooterHints.Hint(key: "Esc", label: "close", message: .window(.close))
        switch self {
        case .help(let help):
            let run = FooterHints.Hint(key: "Enter", label: "run", message: .window(.accept))
            let filter = FooterHints.Hint(key: "/", label: "filter", message: .window(.key(.character("/"))))
            let all = FooterHints.Hint(key: "Esc", label: "all", message: .window(.key(Key(.escape))))
            return help.filter == nil ? [run, filter, close] : help.isTyping ? [run, all] : [run, filter, all]
        case .picker: return [FooterHints.Hint(key: "Enter", label: "choose", message: .window(.accept)), close]
        case .menu: return [FooterHints.Hint(key: "Enter", label: "choose", message: .window(.accept)), close]
        case .report(let report) where report.isWaiting:
            return [FooterHints.Hint(key: "Esc", label: "give up", message: .window(.close))]
        case .report(let report):
            let copy = FooterHints.Hint(key: "y", label: "copy as curl", message: .input(.key(.character("y"))))
            let open = FooterHints.Hint(key: "Y", label: "with secrets", message: .input(.key(.character("Y"))))
            return (report.copied == nil ? [] : [copy, open]) + [close]
        case .confirm(let state):
            return state.choices.enumerated().map { index, choice in
                FooterHints.Hint(key: String(choice.key), label: choice.label, message: .window(.choose(index)))
            } + [close]
        case .form(let form) where form.isLogin:
            let done = FooterHints.Hint(key: "Enter", label: "done", message: .window(.accept))
            let copy = FooterHints.Hint(key: "c", label: "copy the code", message: .window(.key(.character("c"))))
            let address = FooterHints.Hint(key: "F3", label: "copy the address", message: .window(.key(.function(3))))
            let aside = FooterHints.Hint(key: "Esc", label: "put aside", message: .window(.close))
            let end = FooterHints.Hint(key: "^C", label: "give up the login", message: .window(.key(.control("c"))))
            return (form.fields.isEmpty ? [] : [done]) + [aside, end] + (form.code == nil ? [] : [copy])
                + (form.page == nil ? [] : [address])
        case .prompt, .form: return [FooterHints.Hint(key: "Enter", label: "done", message: .window(.accept)), close]
        case .text: return [close]
        case .comparison: return ComparisonKey.hints + [close]
        case .jump: return [FooterHints.Hint(key: "letter", label: "jump", message: .window(.close)), close]
        case .sheet(let sheet):
            let saveKey = sheet.isEditing && sheet.page.text?.takes(.control("s")) == true ? "^X^S" : "^S"
            let save = FooterHints.Hint(key: saveKey, label: "save", message: .window(.save))
            let done = FooterHints.Hint(key: "Esc", label: "done", message: .window(.key(Key(.escape))))
            let next = FooterHints.Hint(key: "]", label: "next tab", message: .window(.key(.character("]"))))
            return sheet.takesText ? [done, save] : [save, close] + hints(of: sheet) + [next]
        }
    }
}
