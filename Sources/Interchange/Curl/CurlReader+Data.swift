extension CurlReader {
    /// The options that make up a body together.
    static let data: Set<CurlOption.Meaning> = [.data, .dataBinary, .dataRaw, .dataURLEncoded, .json]

    /// Puts the command's input in the place of `@-`, as its text or as the file that it comes from.
    mutating func takeInput(_ input: ShellCommand.Input?) {
        for index in options.indices where options[index].value == "@-" {
            let meaning = options[index].meaning
            guard [.data, .dataBinary, .json].contains(meaning) else { continue }
            switch input {
            case .file(let path): options[index].value = "@" + path
            case .text(let text):
                options[index] = (meaning == .json ? .json : .dataRaw, meaning == .data ? text.filter { !$0.isNewline } : text)
            case nil:
                losses.append("what curl reads from its input is not at hand")
                options[index] = (.dataRaw, "")
            }
        }
    }

    /// True if a header that curl adds by itself is removed: `Name:`.
    func takesAway(_ name: String) -> Bool {
        all([.header]).contains { option in
            option.value.last == ":" && option.value.dropLast().lowercased() == name
        }
    }
}
