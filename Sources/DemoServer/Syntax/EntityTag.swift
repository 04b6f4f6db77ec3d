/// Entity tags and the lists of them in conditions (RFC 9110, sections 8.8.3 and 13.1).
enum EntityTag {
    /// Whether a condition names the strong tag, or names none but says `*`.
    ///
    /// - Parameter isWeak: whether a weak tag in the condition counts, as for `If-None-Match`.
    static func matches(_ tag: String, condition: String, isWeak: Bool) -> Bool {
        condition.split(separator: ",").contains { candidate in
            let text = String(candidate.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            return text == "*" || text == "\"\(tag)\"" || (isWeak && text == "W/\"\(tag)\"")
        }
    }
}
