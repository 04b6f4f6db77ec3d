import Workspace

/// `name = value` on a line.
enum HTTPTextPair {
    /// Nil where there is no sign between name and value. As it is written there is a space on each side of the sign; people leave them out.
    static func read(_ text: some StringProtocol, isEnabled: Bool) -> Row? {
        guard let (name, value) = HTTPTextEscape.split(text, at: "=") else { return nil }
        let front = name.hasSuffix(" ") ? String(name.dropLast()) : name
        let back = value.hasPrefix(" ") ? String(value.dropFirst()) : value
        return Row(HTTPTextEscape.read(front, stops: "=#"), HTTPTextEscape.read(back), isEnabled: isEnabled)
    }
}
