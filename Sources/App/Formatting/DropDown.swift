/// The sign of what opens a list. ASCII has no arrow that could not be taken for a letter of the text beside it, so there are brackets.
enum DropDown {
    /// What stands behind a word in a cell.
    static func sign(_ state: AppState) -> String { state.usesASCII ? "[v]" : " ▾" }

    /// As wide in either form.
    static func text(_ word: String, _ state: AppState) -> String { state.usesASCII ? " \(word)[v]" : " \(word) ▾ " }
}
