/// Something in a theme file that does not hold, and was left out.
public struct ThemeProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, as it was named.
    public let file: String
    /// The line, from 1; nil for what is wrong with the file as a whole.
    public let line: Int?
    /// The column in that line, from 1, in bytes.
    public let column: Int?
    /// What is wrong, and what was expected, as a sentence.
    public let message: String

    init(file: String, line: Int? = nil, column: Int? = nil, _ message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    /// The file, the place and the message, as compilers write them.
    public var description: String {
        let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
        return "\(file)\(place): \(message)"
    }
}
