/// The sign of what opens a list. ASCII has no arrow that could not be taken for a letter of the text beside it, so there are brackets.
enum DropDown {
    /// As wide in either form.
    static func text(_ word: String, _ state: AppState) -> String { state.usesASCII ? " \(word)[v]" : " \(word) ▾ " }
}
