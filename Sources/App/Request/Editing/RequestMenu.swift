import Screen
import Widgets

/// The first lines of the context menu in the request: actions on the row, field or text under the pointer.
enum RequestMenu {
    /// Actions that have a key in texts only.
    static func own(_ state: AppState) -> [Menu<Message>.Line] {
        guard let path = state.request.currentArea else { return [] }
        let keys = clipboardKeys(state.editorPreset)
        let reason = state.request[keyPath: path].selectedRange == nil ? "nothing is selected" : nil
        return [
            (MenuItem("Cut", keys: keys.cut, disabledReason: reason), .request(.copyText(cuts: true))),
            (MenuItem("Copy", keys: keys.copy, disabledReason: reason), .request(.copyText(cuts: false))),
            (MenuItem("Paste", keys: keys.paste), .perform(.paste)),
        ]
    }

    /// The keys of each editor for its clipboard; empty where none does just that.
    private static func clipboardKeys(_ preset: EditorPreset) -> (cut: String, copy: String, paste: String) {
        switch preset {
        case .standard: ("^X", "^C", "^V")
        case .vim: ("", "^C", "\"+p")
        case .emacs: ("^W", KeyNotation.show([.alt("w")]), "")
        }
    }

    /// The commands that stand first.
    static func first(_ state: AppState) -> [String] {
        let kind: [String] =
            switch state.request.tab {
            case .body: ["request.bodyKind"]
            case .auth: ["request.authKind", "request.logOut"]
            default: []
            }
        guard state.request.part == .content, let section = state.request.section else {
            return kind + ["application.paste", "request.method", "request.preview", "request.copyAsCurl"]
        }
        return (section.area != nil ? texts : section.isForm ? fields : rows) + kind + ["request.preview"]
    }

    private static let texts = [
        "request.find", "request.replace", "request.replaceOne", "request.replaceAll", "request.format", "request.validate",
        "request.openEditor", "request.undo", "request.redo",
    ]

    private static let fields = ["request.edit", "request.toggleRow", "request.explain"]

    private static let rows = [
        "request.edit", "request.toggleRow", "request.addRow", "request.duplicateRow", "request.deleteRow", "request.moveRowUp",
        "request.moveRowDown", "request.editRowsAsText", "request.explain",
    ]
}
