/// A path in a word as a shell reads it without quotes.
enum ShellPath {
    /// The path that the word names.
    static func read(_ word: String) -> String {
        var path = ""
        var isQuoted = false
        for character in word {
            if character == "\\", !isQuoted {
                isQuoted = true
            } else {
                path.append(character)
                isQuoted = false
            }
        }
        return path
    }

    /// The word that names the path.
    static func write(_ path: String) -> String {
        path.map { " \\'\"$&;|<>()*?[]#`!{}".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
