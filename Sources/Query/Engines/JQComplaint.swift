/// What libjq says of a filter that does not compile, in the words of this program, with its place.
struct JQComplaint {
    let error: QueryError

    /// - Parameters:
    ///   - complaints: what the compiler said.
    ///   - expression: the filter.
    ///   - recompile: compiles another text and gives what the compiler says of that.
    init(_ complaints: [String], of expression: String, recompile: (String) -> [String]) {
        let message = Self.message(complaints)
        error = QueryError(.syntax, "jq: \(message).", place: Self.place(message, expression, recompile))
    }

    /// `jq: error: MESSAGE at <top-level>, line 1:` and the text follows.
    private static func message(_ complaints: [String]) -> String {
        let first = complaints.first { $0.contains("error") } ?? complaints.first ?? "the filter does not compile"
        var text = String(first.split(whereSeparator: \.isNewline).first ?? "")
        if text.hasPrefix("jq: error: ") { text.removeFirst("jq: error: ".count) }
        if text.hasPrefix("jq: "), text.contains("compile error") { text = "the filter does not compile" }
        for mark in [" at <top-level>", " at <unknown>", " (Unix shell quoting issues?)", " (Windows cmd shell quoting issues?)"] {
            if let range = text.firstRange(of: mark) { text = String(text[..<range.lowerBound]) }
        }
        if let range = text.firstRange(of: ", expecting ") { text = String(text[..<range.lowerBound]) }
        return
            text
            .replacing("unexpected $end", with: "the filter ends where something is missing")
            .replacing("unexpected end of file", with: "the filter ends where something is missing")
            .replacing("unexpected INVALID_CHARACTER", with: "unexpected character")
    }

    /// libjq names the line only. A name that is not defined is looked for in the text; the place of wrong syntax is the end of the longest
    /// beginning that is only unfinished.
    private static func place(_ message: String, _ expression: String, _ recompile: (String) -> [String]) -> Int? {
        if message.hasSuffix(" is not defined") {
            let name = message.prefix { $0 != "/" }
            return expression.firstRange(of: name).map { expression.distance(from: expression.startIndex, to: $0.lowerBound) + 1 }
        }
        guard message.hasPrefix("syntax error") else { return nil }
        let characters = Array(expression)
        var (viable, wrong) = (0, characters.count + 1)
        while wrong - viable > 1 {
            let middle = (viable + wrong) / 2
            if isUnfinished(recompile(String(characters[..<middle]))) { viable = middle } else { wrong = middle }
        }
        return max(1, min(wrong, characters.count + 1))
    }

    private static func isUnfinished(_ complaints: [String]) -> Bool {
        complaints.isEmpty
            || complaints.contains {
                $0.contains("unexpected $end") || $0.contains("unexpected end of file") || $0.contains("is not defined")
            }
    }
}
