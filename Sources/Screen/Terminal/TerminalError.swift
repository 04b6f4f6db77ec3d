/// Why a terminal cannot be used.
public struct TerminalError: Error, Hashable, CustomStringConvertible {
    /// What stands in the way.
    public struct Code: Hashable, Sendable {
        private let name: String
        private init(_ name: String) { self.name = name }
        /// Input or output is not a terminal.
        public static let notATerminal = Code("notATerminal")
        /// `TERM` is missing, unknown, or names a terminal without a movable cursor.
        public static let unusableType = Code("unusableType")
        /// The locale's character set is not UTF-8.
        public static let notUTF8 = Code("notUTF8")
    }

    /// What stands in the way.
    public let code: Code
    /// What happened and what to do, for a person.
    public let description: String

    /// Takes the code and the sentence for a person.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
