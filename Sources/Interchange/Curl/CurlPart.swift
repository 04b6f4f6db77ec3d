import Workspace

/// A part of a form as curl's `--form` says it: `name=value`, `name=@file;type=…;filename=…`, with quotes where a value holds such signs.
struct CurlPart {
    private(set) var part: BodyDraft.Part
    /// The part of it that is not taken over.
    private(set) var loss: String?

    /// `isString` says that the value is taken as it is.
    init(_ text: String, isString: Bool) {
        let row = CurlReader.pair(text)
        part = BodyDraft.Part(row.name, row.value)
        guard !isString else { return }
        part.isFile = row.value.hasPrefix("@") || row.value.hasPrefix("<")
        if row.value.hasPrefix("<") { loss = "--form \(text) sends a file, not its text" }
        let words = Self.words(of: part.isFile ? row.value.dropFirst() : row.value[...])
        var value = [words[0]]
        for word in words.dropFirst() {
            let attribute = word.drop { $0 == " " }
            if attribute.hasPrefix("type=") {
                part.contentType = String(attribute.dropFirst(5))
            } else if attribute.hasPrefix("filename=") {
                part.fileName = String(attribute.dropFirst(9))
            } else {
                value.append(word)
            }
        }
        part.value = value.joined(separator: ";")
    }

    /// The words between semicolons. Within quotes a semicolon is text, and a backslash escapes a quote or a backslash.
    private static func words(of text: Substring) -> [String] {
        var words = [""]
        var isQuoted = false
        var rest = text
        while let character = rest.popFirst() {
            // Quotes begin where a value does: the part's own, or that of an attribute behind it.
            let word = words[words.count - 1]
            let begins = word.isEmpty || words.count > 1 && word.hasSuffix("=")
            if isQuoted, character == "\\", let next = rest.first, "\\\"".contains(next) {
                words[words.count - 1].append(next)
                rest.removeFirst()
            } else if character == "\"", isQuoted || begins && rest.contains("\"") {
                isQuoted.toggle()
            } else if character == ";", !isQuoted {
                words.append("")
            } else {
                words[words.count - 1].append(character)
            }
        }
        return words
    }
}
