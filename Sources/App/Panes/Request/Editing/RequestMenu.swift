import Screen
import Widgets

/// What the right button offers first in the request: what can be done with the row, the field or the text under the pointer.
enum RequestMenu {
    /// What has a key in texts only.
    static func own(_ state: AppState) -> [MenuOverlay.Line] {
        guard let path = state.request.currentArea else { return [] }
        let reason = state.request[keyPath: path].selectedRange == nil ? "nothing is selected" : nil
        return [
            (MenuItem("Cut", keys: "^X", disabledReason: reason), .request(.copyText(cuts: true))),
            (MenuItem("Copy", keys: "^C", disabledReason: reason), .request(.copyText(cuts: false))),
            (MenuItem("Paste", keys: "^V"), .perform(.paste)),
        ]
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
