import Workspace

/// What can be done with the request.
enum RequestCommands {
    static let all: [Command] = [
        Command(
            "request.edit", "Edit what is under the cursor", label: "edit", keys: ["e", "enter"], scope: .request, group: .edit, footer: 90,
            sends: .request(.edit)),
        Command("request.nextTab", "Next tab", keys: ["]"], scope: .request, group: .view, sends: .request(.nextTab)),
        Command(
            "request.previousTab", "Previous tab", label: "tabs", keys: ["["], scope: .request, group: .view, footer: 40,
            sends: .request(.previousTab)),
        Command(
            "request.method", "Choose the method", label: "method", keys: ["m"], scope: .request, group: .edit, footer: 80,
            sends: .request(.pickMethod)),
        Command(
            "request.bodyKind", "Choose the kind of body", label: "body", keys: ["b"], scope: .request, group: .edit, footer: 70,
            sends: .request(.pickBodyKind)),
        Command(
            "request.authKind", "Choose the kind of authentication", label: "auth", keys: ["A"], scope: .request, group: .edit, footer: 35,
            sends: .request(.pickAuthKind)),
        Command(
            "request.toggleRow", "Switch the row on or off", label: "on/off", keys: ["space"], scope: .request, group: .edit,
            disabled: noRows, sends: .request(.toggleRow)),
        Command(
            "request.addRow", "Add a row", label: "add", keys: ["a"], scope: .request, group: .edit, footer: 65, disabled: noRows,
            sends: .request(.addRow)),
        Command(
            "request.deleteRow", "Delete the row", label: "delete", keys: ["d"], scope: .request, group: .edit, footer: 45,
            disabled: noRows, sends: .request(.deleteRow)),
        Command(
            "request.duplicateRow", "Duplicate the row", keys: ["D"], scope: .request, group: .edit, disabled: noRows,
            sends: .request(.duplicateRow)),
        Command(
            "request.moveRowDown", "Move the row down", keys: ["J"], scope: .request, group: .edit, disabled: noRows,
            sends: .request(.moveRow(1))),
        Command(
            "request.moveRowUp", "Move the row up", keys: ["K"], scope: .request, group: .edit, disabled: noRows,
            sends: .request(.moveRow(-1))),
        Command(
            "request.undo", "Undo the last edit of the field", label: "undo", keys: ["u"], scope: .request, group: .edit,
            sends: .request(.undo)),
        Command("request.redo", "Redo it", keys: ["U"], scope: .request, group: .edit, sends: .request(.redo)),
        Command(
            "request.format", "Format the JSON body", label: "format", keys: ["="], scope: .request, group: .edit,
            disabled: { $0.request.bodyKind == .json ? nil : "the body is not JSON" }, sends: .request(.format)),
        Command(
            "request.openEditor", "Edit the body in the external editor", keys: ["f4"], scope: .everywhere, group: .edit,
            disabled: { $0.request.hasText ? nil : "the body has no text" }, sends: .request(.openEditor)),
        Command(
            "request.rename", "Rename the request", label: "rename", keys: ["f2"], scope: .everywhere, group: .file,
            sends: .request(.rename)),
    ]

    @Sendable
    private static func noRows(_ state: AppState) -> String? {
        state.request.part == .content && state.request.currentRows != nil ? nil : "the cursor is in no table"
    }
}
