/// `value; name=value; name="quoted \" value"` (RFC 9110 section 5.6.6), read leniently.
enum HeaderParameters {
    struct Parameter: Equatable {
        /// In lower case.
        let name: String
        let value: String
        let isQuoted: Bool
    }

    /// The part before the first semicolon, and the parameters in order. Parameters without `=` are left out.
    static func parse(_ text: String) -> (value: String, parameters: [Parameter]) {
        var rest = Substring(text)
        let value = ASCII.trimmed(take(&rest) { $0 == ";" })
        var parameters: [Parameter] = []
        while !rest.isEmpty {
            rest = rest.dropFirst()
            if let parameter = parameter(&rest) { parameters.append(parameter) }
        }
        return (value, parameters)
    }

    /// Leaves the rest at the next semicolon, or empty.
    private static func parameter(_ rest: inout Substring) -> Parameter? {
        let name = ASCII.lowercased(ASCII.trimmed(take(&rest) { $0 == ";" || $0 == "=" }))
        guard rest.first == "=" else { return nil }
        rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
        guard rest.first == "\"" else {
            let value = ASCII.trimmed(take(&rest) { $0 == ";" })
            return name.isEmpty ? nil : Parameter(name: name, value: value, isQuoted: false)
        }
        let value = quoted(&rest)
        _ = take(&rest) { $0 == ";" }
        return name.isEmpty ? nil : Parameter(name: name, value: value, isQuoted: true)
    }

    private static func take(_ rest: inout Substring, until isEnd: (Character) -> Bool) -> Substring {
        let end = rest.firstIndex(where: isEnd) ?? rest.endIndex
        defer { rest = rest[end...] }
        return rest[..<end]
    }

    /// Reads a quoted string with its backslashes undone; to the end where no quote closes it.
    private static func quoted(_ rest: inout Substring) -> String {
        rest = rest.dropFirst()
        var value = ""
        while let character = rest.popFirst(), character != "\"" {
            value.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
        }
        return value
    }
}
