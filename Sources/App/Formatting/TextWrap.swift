import Screen

/// Text broken into lines at spaces.
enum TextWrap {
    /// Lines of at most `columns`; a longer word is cut, a line break in the text stays.
    static func lines(_ text: String, columns: Int) -> [String] {
        guard columns > 0 else { return [] }
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph(String($0), columns) }
    }

    private static func paragraph(_ text: String, _ columns: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            var word = Substring(word)
            let joined = lines[lines.count - 1].isEmpty ? String(word) : lines[lines.count - 1] + " " + String(word)
            if TextWidth.fits(joined, columns: columns) {
                lines[lines.count - 1] = joined
                continue
            }
            if !lines[lines.count - 1].isEmpty { lines.append("") }
            while !TextWidth.fits(word, columns: columns) {
                let head = TextWidth.prefix(of: word, columns: columns)
                guard !head.isEmpty else { return lines }
                lines[lines.count - 1] = String(head)
                lines.append("")
                word = word[head.endIndex...]
            }
            lines[lines.count - 1] = String(word)
        }
        return lines
    }
}

extension String {
    /// True if the text contains `wanted`. A longer text than this one is not searched for.
    func has(_ wanted: some StringProtocol) -> Bool {
        wanted.utf8.count <= utf8.count && contains(wanted)
    }
}
