import Screen
import Widgets

/// The keys of the window on top, which no command has.
enum WindowHelp {
    /// True if a key asks for the window's keys: F1, and `?` where letters are commands. The help and a table's menu show their own.
    static func isAsked(by key: Key, in window: Window<Message>) -> Bool {
        guard key == .function(1) || key == .character("?") else { return false }
        switch window {
        case .help, .text: return false
        case .sheet(let sheet): return key == .function(1) && sheet.takesText
        case .picker, .prompt, .confirm: return key == .function(1)
        case .form(let form): return key == .function(1) || form.fields.isEmpty
        case .menu, .report, .jump, .comparison: return true
        }
    }

    static func window(for window: Window<Message>) -> TextWindow<Message> {
        let isLogin = if case .form(let form) = window { form.isLogin } else { false }
        let rows = rows(of: window) + (isLogin ? [("^Q", "quit")] : [("^C ^Q", "close it; quit")])
        let width = (rows.map { TextWidth.columns(of: $0.0) }.max() ?? 0) + 2
        return TextWindow(
            "Keys of this window",
            rows.map { TextLine($0.0 + String(repeating: " ", count: width - TextWidth.columns(of: $0.0)) + $0.1) })
    }

    private static func rows(of window: Window<Message>) -> [(String, String)] {
        switch window {
        case .picker: return picker
        case .prompt: return [("Enter", "take what is typed"), ("Tab", "another folder, where one is named")] + typing
        case .form(let form): return self.form(form)
        case .confirm(let question): return question.choices.map { (String($0.key), $0.label) } + confirm
        case .menu: return menu
        case .report(let report): return (report.copied == nil ? [] : copying) + reading
        case .text: return reading
        case .comparison: return ComparisonKey.allCases.map { ($0.name, $0.help) } + reading
        case .jump: return [("a letter", "go to what it stands on"), ("any other key", "close it")]
        case .sheet(let sheet): return sheet.page.isTyping ? text : sheet.page.filter.isTyping ? filter : cell
        case .help: return []
        }
    }

    private static func form(_ form: FormState) -> [(String, String)] {
        let typing = form.fields.isEmpty ? [] : [("Enter", "next line; from the last one, done"), ("Tab ↑ ↓", "lines")] + self.typing
        guard form.isLogin else { return typing }
        return typing.filter { $0.0 != "Esc" } + (form.code == nil ? [] : [("c", "copy the code")])
            + (form.page == nil ? [] : [("F3", "copy the address")])
            + [("Esc", "put it aside; the login goes on waiting"), ("^C", "give up the login; what waits for it is not sent")]
    }

    private static let typing = [
        ("← → Home End", "move; with Shift select"), ("^W ^U ^K", "delete a word, to the start, to the end"),
        ("^_ Alt+U", "undo, redo"), ("Esc", "close without doing it"),
    ]
    private static let picker = [
        ("letters", "show what has them"), ("↑ ↓ ^P ^N PgUp PgDn", "move"), ("Enter", "choose"), ("Esc", "close without choosing"),
    ]
    private static let confirm = [("← → Tab", "move between the answers"), ("Enter", "take the chosen one"), ("Esc", "do nothing")]
    private static let menu = [
        ("↑ ↓ j k", "move"), ("letters", "go to the line that begins with them"), ("Enter Space", "choose"), ("Esc", "close"),
    ]
    private static let copying = [
        ("y", "copy as curl, secrets masked"), ("Y", "copy as curl, with the secrets"), ("F5", "send it"),
    ]
    private static let reading = [("↑ ↓ j k PgUp PgDn g G", "move"), ("Enter q Esc", "close")]
    private static let text = [("Esc", "end editing"), ("^S", "save and close")]
    private static let filter = [("letters", "show the rows that have them"), ("Enter", "go to the rows"), ("Esc", "show all rows")]
    private static let cell = [
        ("Tab ⇧Tab", "next, previous cell"), ("↑ ↓", "the same cell of other rows"), ("Enter Esc", "done"), ("^S", "save and close"),
    ]
}
