/// Names of exported files.
enum FileStem {
    /// A name as a file name: its signs that file systems refuse are replaced; never empty, hidden or longer than 100 characters.
    static func make(of name: String) -> String {
        let refused: Set<Character> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|"]
        let plain = name.map { refused.contains($0) || $0.isNewline || ($0.unicodeScalars.first?.value ?? 32) < 32 ? "-" : $0 }
        let stem = String(String(plain).drop { $0 == "." || $0.isWhitespace }.prefix(100)).trimmingEnd(" ").trimmingEnd(".")
        return stem.isEmpty ? "untitled" : stem
    }
}

/// File names for the items of one folder.
struct UniqueStems {
    private var taken: Set<String>

    init(taken: Set<String> = []) { self.taken = taken }

    /// The name as a file name, with a number behind it if it is taken.
    mutating func next(for name: String) -> String {
        let stem = FileStem.make(of: name)
        var candidate = stem
        var number = 1
        while !taken.insert(candidate.lowercased()).inserted {
            number += 1
            candidate = "\(stem) \(number)"
        }
        return candidate
    }
}
