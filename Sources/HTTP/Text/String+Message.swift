extension String {
    /// In quotes, controls escaped and cut to 80 characters, for a message to a person.
    var quotedForMessage: String {
        let shown = unicodeScalars.prefix(80).map { scalar in
            scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? scalar.escaped(asASCII: true) : String(scalar)
        }
        return "\"\(shown.joined())\(unicodeScalars.count > 80 ? "…" : "")\""
    }
}
