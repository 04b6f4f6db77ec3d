import HTTP
import Workspace

/// Collects what the words of a curl command say.
struct CurlReader {
    var options: [(meaning: CurlOption.Meaning, value: String)] = []
    var urls: [String] = []
    var losses: [String] = []
    /// True if brackets in URLs are plain text: `--globoff`.
    var isVerbatim = false
    /// The program whose words they are, and what its options mean.
    var program = "curl"
    var long = CurlOption.long
    var short = CurlOption.short

    /// Short options may stand together, and their value behind them (curl(1), “OPTIONS”).
    mutating func read(_ words: ArraySlice<String>) throws(ImportError) {
        var rest = words
        while let word = rest.popFirst() {
            if word.hasPrefix("--"), word.count > 2 {
                try readLong(String(word.dropFirst(2)), &rest)
            } else if word.hasPrefix("-"), word.count > 1 {
                try readShort(word.dropFirst(), &rest)
            } else if !word.isEmpty {
                urls.append(word)
            }
        }
    }

    private mutating func readLong(_ word: String, _ rest: inout ArraySlice<String>) throws(ImportError) {
        let name = word.prefix { $0 != "=" }
        guard let meaning = long[String(name)] else {
            if name.hasPrefix("no-"), long[String(name.dropFirst(3))] == .silent { return }
            losses.append("--\(name) is not known")
            return
        }
        guard CurlOption.hasValue(meaning) else { return take(meaning, "", "--\(name)") }
        if name.count < word.count { return take(meaning, String(word.dropFirst(name.count + 1)), "--\(name)") }
        guard let value = rest.popFirst() else { throw ImportError("The \(program) command ends behind --\(name), which needs a value.") }
        take(meaning, value, "--\(name)")
    }

    private mutating func readShort(_ letters: Substring, _ rest: inout ArraySlice<String>) throws(ImportError) {
        var letters = letters
        while let letter = letters.popFirst() {
            guard let meaning = short[letter] else {
                losses.append("-\(letter) is not known")
                continue
            }
            guard CurlOption.hasValue(meaning) else {
                take(meaning, "", "-\(letter)")
                continue
            }
            guard let value = letters.isEmpty ? rest.popFirst() : String(letters) else {
                throw ImportError("The \(program) command ends behind -\(letter), which needs a value.")
            }
            return take(meaning, value, "-\(letter)")
        }
    }

    /// Takes an option, or notes that it is lost; `name` is how the command writes it.
    mutating func take(_ meaning: CurlOption.Meaning, _ value: String, _ name: String) {
        switch meaning {
        case .verbatim: isVerbatim = true
        case .silent: return
        // The names of files, whose contents a request does not hold.
        case .cookie where !value.contains("="), .header where value.hasPrefix("@"), .query where value.hasPrefix("@"):
            losses.append("\(name) \(value) is not taken over")
        case .unsupported, .unsupportedValue: losses.append("\(name)\(value.isEmpty ? "" : " " + value) is not taken over")
        case _ where !Self.canBeHeld(value, as: meaning): losses.append("\(name) \(value) is not taken over")
        case .url: urls.append(value)
        default: options.append((meaning, value))
        }
    }

    /// False for what a request cannot say, such as numbers beyond its limits.
    private static func canBeHeld(_ value: String, as meaning: CurlOption.Meaning) -> Bool {
        if case .setting(let word) = meaning { CurlSetting.canBeHeld(value, by: word) } else { true }
    }

    func has(_ meaning: CurlOption.Meaning) -> Bool { options.contains { $0.meaning == meaning } }
    func last(_ meaning: CurlOption.Meaning) -> String? { options.last { $0.meaning == meaning }?.value }
    func all(_ meanings: Set<CurlOption.Meaning>) -> [(meaning: CurlOption.Meaning, value: String)] {
        options.filter { meanings.contains($0.meaning) }
    }
}
