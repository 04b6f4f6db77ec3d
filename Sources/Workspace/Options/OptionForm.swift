import HTTP
import JSON

/// How one kind of option is written: in the files, and as one types it.
struct OptionForm<Value: Hashable & Sendable>: Sendable {
    let coder: Coder<Value>
    var choices: [String] = []
    var isPath = false
    var isSecret = false
    /// Whether the value can hold variables itself; for numbers, switches and words of a list they are kept beside it.
    var holdsVariables = true
    /// As it is typed.
    let text: @Sendable (Value) -> String
    /// Reads a text that is not empty. What a variable stands in cannot be looked at before that is replaced (`isTemplate`).
    let read: @Sendable (_ text: String, _ isTemplate: Bool) throws(OptionProblem) -> Value
    /// Puts values in the place of variables.
    var resolve: @Sendable (inout RequestResolver, RequestOption, Value) -> Value = { $2 }

    /// The text itself where it holds variables and the value cannot.
    func template(_ text: String?) -> String? {
        guard !holdsVariables, let text, text.contains("{{") else { return nil }
        return text
    }
}

extension OptionForm where Value == Bool {
    static let flag = OptionForm(
        coder: .flag, choices: ["yes", "no"], holdsVariables: false, text: { $0 ? "yes" : "no" },
        read: { text, _ throws(OptionProblem) in
            guard text == "yes" || text == "no" else { throw OptionProblem(expected: "yes or no") }
            return text == "yes"
        })
}

extension OptionForm where Value == Double {
    static let seconds = OptionForm(
        coder: .seconds, holdsVariables: false, text: { JSONNumber($0)?.text ?? "" },
        read: { text, _ throws(OptionProblem) in
            guard let seconds = Double(text).flatMap({ Seconds($0, most: Seconds.longestTimeout) }) else {
                throw OptionProblem(expected: "a number of seconds")
            }
            return seconds.value
        })
}

extension OptionForm where Value == Int {
    static func count(_ range: ClosedRange<Int>, _ expected: String) -> OptionForm {
        OptionForm(
            coder: .integer, holdsVariables: false, text: { String($0) },
            read: { text, _ throws(OptionProblem) in
                guard let value = Int(text), range.contains(value) else { throw OptionProblem(expected: expected) }
                return value
            })
    }

    /// Bytes; the letters of curl stand for powers of 1024.
    static let bytes = OptionForm(
        coder: .integer, holdsVariables: false, text: { String($0) },
        read: { text, _ throws(OptionProblem) in
            let letters = ["k", "m", "g"]
            let power = letters.firstIndex { text.lowercased().hasSuffix($0) }.map { $0 + 1 } ?? 0
            guard let count = Int(power > 0 ? String(text.dropLast()) : text), (1...(1 << 50) >> (10 * power)).contains(count) else {
                throw OptionProblem(expected: "a number of bytes, such as 65536, 64k or 10M")
            }
            return count << (10 * power)
        })
}

extension OptionForm where Value == String {
    static func choice(_ choices: [String]) -> OptionForm {
        OptionForm(
            coder: .string, choices: choices, holdsVariables: false, text: { $0 },
            read: { text, _ throws(OptionProblem) in
                guard choices.contains(text) else { throw OptionProblem(expected: "one of \(choices.joined(separator: ", "))") }
                return text
            })
    }

    /// Any text, with variables; `check` gives what was expected instead.
    static func text(check: @escaping @Sendable (String) -> String? = { _ in nil }) -> OptionForm {
        OptionForm(
            coder: .string, text: { $0 },
            read: { text, isTemplate throws(OptionProblem) in
                if !isTemplate || !text.contains("{{"), let expected = check(text) { throw OptionProblem(expected: expected) }
                return text
            }, resolve: { $0.resolveOption($2, $1) })
    }

    /// The path of a file, with variables.
    static let path = OptionForm(
        coder: .string, isPath: true, text: { $0 }, read: { text, _ throws(OptionProblem) in text },
        resolve: { resolver, option, path in path.isEmpty ? path : resolver.file(resolver.resolveOption(path, option)) })

    static let secret = OptionForm(
        coder: .string, isSecret: true, text: { $0 }, read: { text, _ throws(OptionProblem) in text },
        resolve: { $0.resolveOption($2, $1) })

    /// A text whose being empty means none at all, and is written as a word.
    static func orNone(check: @escaping @Sendable (String) -> String?) -> OptionForm {
        let form = text(check: check)
        return OptionForm(
            coder: .string, text: { $0.isEmpty ? "none" : $0 },
            read: { text, isTemplate throws(OptionProblem) in text == "none" ? "" : try form.read(text, isTemplate) },
            resolve: { $2.isEmpty ? $2 : form.resolve(&$0, $1, $2) })
    }
}

extension OptionForm where Value == [Int] {
    static let statuses = OptionForm(
        coder: Coder<Int>.integer.list, holdsVariables: false, text: { $0.map(String.init).joined(separator: " ") },
        read: { text, _ throws(OptionProblem) in
            let words = text.split { $0 == " " || $0 == "," }
            let numbers = words.compactMap { Int($0) }.filter { (100...999).contains($0) }
            guard numbers.count == words.count else { throw OptionProblem(expected: "statuses such as 429 503") }
            return numbers
        })
}

extension OptionForm where Value == [String] {
    /// Words with a space or another of the separators between them, with variables; `isWord` says whether one is what was expected.
    static func words(_ expected: String, separators: String = " ", isWord: @escaping @Sendable (String) -> Bool) -> OptionForm {
        OptionForm(
            coder: Coder<String>.string.list, text: { $0.joined(separator: " ") },
            read: { text, isTemplate throws(OptionProblem) in
                let words = text.split { separators.contains($0) }.map(String.init)
                guard words.allSatisfy({ isTemplate && $0.contains("{{") || isWord($0) }) else { throw OptionProblem(expected: expected) }
                return words
            }, resolve: { resolver, option, words in words.map { resolver.resolveOption($0, option) } })
    }
}
