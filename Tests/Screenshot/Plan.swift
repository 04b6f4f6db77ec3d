import Screen

/// What the arguments ask for.
struct Plan {
    /// What is done with the program before its picture is taken.
    enum Step {
        case see(String), gone(String), type(String), click(String)
    }

    private(set) var size = Size(width: 120, height: 36)
    private(set) var appearance = Theme.Appearance.dark
    private(set) var environment: [String: String] = ["COLORTERM": "truecolor"]
    private(set) var steps: [Step] = []
    private(set) var program = ""
    private(set) var arguments: [String] = []

    /// Nil when an argument is unknown or there is no program.
    init?(_ words: some Sequence<String>) {
        var words = Array(words)[...]
        while let word = words.popFirst(), word != "--" {
            guard read(word, &words) else { return nil }
        }
        guard let program = words.popFirst() else { return nil }
        self.program = program
        arguments = Array(words)
    }

    private mutating func read(_ word: String, _ rest: inout ArraySlice<String>) -> Bool {
        switch word {
        case "--light": appearance = .light
        case "--size":
            let numbers = rest.popFirst()?.split(separator: "x").compactMap { Int($0) } ?? []
            guard numbers.count == 2 else { return false }
            size = Size(width: numbers[0], height: numbers[1])
        case "--set":
            let parts = rest.popFirst()?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init) ?? []
            guard parts.count == 2 else { return false }
            environment[parts[0]] = parts[1]
        default:
            guard let step = Self.step(word) else { return false }
            steps.append(step)
        }
        return true
    }

    private static func step(_ word: String) -> Step? {
        let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        return switch parts[0] {
        case "see": .see(parts[1])
        case "gone": .gone(parts[1])
        case "click": .click(parts[1])
        case "type": .type(unescape(parts[1]))
        default: nil
        }
    }

    private static func unescape(_ text: String) -> String {
        var (result, rest) = ("", text[...])
        while let character = rest.popFirst() {
            guard character == "\\", let name = rest.popFirst() else {
                result.append(character)
                continue
            }
            switch name {
            case "e": result += "\u{1B}"
            case "r": result += "\r"
            case "t": result += "\t"
            case "c": result += rest.popFirst()?.asciiValue.map { String(Character(Unicode.Scalar($0 & 0x1F))) } ?? ""
            default: result.append(name)
            }
        }
        return result
    }
}
