/// What keeps a variable from standing for its value, as far as the table that it is in tells.
public enum VariableFault {
    /// Longer values are not looked through at each key.
    private static let mostBytes = 4096

    /// What must be there instead of each row, in words that go on behind “expected”; nil where nothing is wrong.
    public static func reasons(of rows: [Row]) -> [String?] {
        var references: [String: [String]] = [:]
        for row in rows where row.isEnabled && row.value.contains("{{") && row.value.utf8.count <= mostBytes {
            references[row.name] = Template(row.value).names
        }
        let circles = ReferenceCircles(references)
        return rows.map { row in
            guard row.isEnabled, !(row.name.isEmpty && row.value.isEmpty) else { return nil }
            if let expected = expectedName(insteadOf: row.name) { return expected }
            return circles.way(backTo: row.name).map { "a value that does not refer to itself: \($0.joined(separator: " → "))" }
        }
    }

    /// What a name must be instead of this text; nil where `{{name}}` can stand for it.
    public static func expectedName(insteadOf text: String) -> String? {
        let parts = Template("{{\(text)}}").parts
        if parts.count == 1, case .reference(text, _) = parts[0] { return nil }
        return text.allSatisfy(\.isWhitespace)
            ? "a name" : "a name without braces, quotes, line breaks and blanks at its ends, which {{name}} can stand for"
    }
}
