/// The sign of what opens a list. ASCII has no arrow that could not be taken for a letter of the text beside it, so there are brackets.
enum DropDown {
    /// The sign behind a word in a cell.
    static func sign(usesASCII: Bool) -> String { usesASCII ? "[v]" : " ▾" }

    /// As wide in either form.
    static func text(_ word: String, usesASCII: Bool) -> String { usesASCII ? " \(word)[v]" : " \(word) ▾ " }
}
