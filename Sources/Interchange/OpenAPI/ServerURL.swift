extension String {
    /// The URL of an OpenAPI server with the values of its variables in the place of `{name}`; a name without a value stays. Braces in a
    /// value are text: variables that contain one another would make a URL of any length.
    package func replacingBraces(_ value: (String) -> String?) -> String {
        var result = ""
        var rest = self[...]
        while let close = rest.firstIndex(of: "}") {
            let before = rest[..<close]
            let open = before.lastIndex(of: "{")
            let text = open.flatMap { value(String(before[before.index(after: $0)...])) }
            result += text.map { before[..<(open ?? before.startIndex)] + $0 } ?? rest[...close]
            rest = rest[close...].dropFirst()
        }
        return result + rest
    }
}
