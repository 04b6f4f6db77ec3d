extension BashWords {
    /// The sources of a command's input (IEEE 1003.1, Shell Command Language, section 2.7; bash's `<<<`).
    enum Redirection {
        /// `< file`.
        case file
        /// `<<< text`.
        case text
        /// `<< END`: the lines up to that word, where `isVerbatim` without looking for variables.
        case lines(isVerbatim: Bool, isIndented: Bool)
    }

    /// Behind a `<`.
    mutating func redirect() {
        builder.dropNumber()
        builder.end()
        let kind: Redirection
        if rest.hasPrefix("<<") {
            kind = .text
            rest = rest.dropFirst(2)
        } else if rest.hasPrefix("<") {
            let isIndented = rest.hasPrefix("<-")
            rest = rest.dropFirst(isIndented ? 2 : 1)
            let first = rest.first { $0 != " " && $0 != "\t" }
            kind = .lines(isVerbatim: first.map { "'\"\\".contains($0) } ?? false, isIndented: isIndented)
        } else {
            kind = .file
        }
        redirection = (kind, builder.words.count)
        rest = rest.drop { $0 == " " || $0 == "\t" }
    }

    /// The input that the word behind the sign names; the word is removed.
    mutating func takeInput() -> ShellCommand.Input? {
        guard let redirection, let word = builder.takeWord(at: redirection.wordCount) else { return nil }
        switch redirection.kind {
        case .file: return .file(word)
        case .text: return .text(word + "\n")
        case .lines(let isVerbatim, let isIndented):
            // A pipe behind the mark ends the command, not the line.
            if !endsAtLine { rest = rest.drop { !$0.isNewline }.dropFirst() }
            let text = lines(until: word, isIndented: isIndented)
            return .text(isVerbatim ? text : Self.expanded(text))
        }
    }

    /// The lines of a here-document; what stands behind its end stays.
    private mutating func lines(until end: String, isIndented: Bool) -> String {
        var text = ""
        while !rest.isEmpty {
            var line = rest.prefix { !$0.isNewline }
            rest = rest.dropFirst(line.count + 1)
            if isIndented { line = line.drop { $0 == "\t" } }
            if line == end { break }
            text += line + "\n"
        }
        return text
    }

    /// With its variables replaced, as within double quotes.
    private static func expanded(_ text: String) -> String {
        var splitter = BashWords(rest: text[...])
        _ = splitter.double(isClosed: false)
        splitter.builder.end()
        return splitter.builder.words.first ?? ""
    }
}
