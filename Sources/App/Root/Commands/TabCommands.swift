/// The commands of tabs.
enum TabCommands {
    static let all: [AppCommand] = [
        AppCommand(
            "tab.next", "Next request tab", synonyms: ["open request"], keys: ["g t", "ctrl+pagedown"], scope: .nav, group: .view,
            disabled: onlyOne,
            sends: .tabs(.step(1))),
        AppCommand(
            "tab.previous", "Previous request tab", synonyms: ["open request"], keys: ["g T", "ctrl+pageup"], scope: .nav, group: .view,
            disabled: onlyOne,
            sends: .tabs(.step(-1))),
        AppCommand(
            "tab.pick", "Choose tab", synonyms: ["switch", "open requests"], keys: ["g b"], scope: .nav, group: .view, disabled: onlyOne,
            sends: .tabs(.pick)),
        AppCommand(
            "tab.close", "Close tab", synonyms: ["request"], keys: ["g x", "ctrl+w"], scope: .nav, group: .file, sends: .tabs(.close(nil))),
        AppCommand(
            "tab.closeOthers", "Close other saved tabs", keys: ["g X"], scope: .nav, group: .file, disabled: onlyOne,
            sends: .tabs(.closeOthers)),
        AppCommand(
            "request.discard", "Discard changes", keys: ["g u"], scope: .nav, group: .file, disabled: saved,
            sends: .tabs(.discardChanges(ofAll: false))),
        AppCommand(
            "request.discardAll", "Discard all changes", keys: [], scope: .nav, group: .file,
            disabled: { $0.hasUnsavedRequests ? nil : "nothing has changed" }, sends: .tabs(.discardChanges(ofAll: true))),
        AppCommand(
            "tab.reopen", "Reopen closed tab", synonyms: ["undo close"], keys: ["g r"], scope: .nav, group: .file,
            disabled: { $0.tabs.closed.isEmpty ? "none was closed" : nil }, sends: .tabs(.reopen)),
        AppCommand(
            "tab.moveLeft", "Move tab left", synonyms: ["reorder"], keys: ["g <"], scope: .nav, group: .view,
            disabled: { $0.tabs.hasLeft ? nil : "it is the first" }, sends: .tabs(.move(-1))),
        AppCommand(
            "tab.moveRight", "Move tab right", synonyms: ["reorder"], keys: ["g >"], scope: .nav, group: .view,
            disabled: { $0.tabs.hasRight ? nil : "it is the last" }, sends: .tabs(.move(1))),
    ]

    @Sendable
    private static func saved(_ state: AppState) -> String? { state.request.hasUnsavedChanges ? nil : "nothing has changed" }

    @Sendable
    private static func onlyOne(_ state: AppState) -> String? { state.tabs.count > 1 ? nil : "only one request is open" }
}
