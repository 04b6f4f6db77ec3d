/// Why a file of the workspace cannot be used, and where the fault is.
public struct WorkspaceProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's path, relative to the workspace.
    public var file: String
    /// From 1; nil when the fault is not at a place within the file.
    public var line: Int?
    /// From 1, counted in Unicode scalars.
    public var column: Int?
    /// What is wrong and what was expected, as a sentence without the place.
    public var message: String

    /// A fault in `file`.
    public init(file: String, line: Int? = nil, column: Int? = nil, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    /// `file:line:column: message`, as compilers write it.
    public var description: String {
        let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
        return "\(file)\(place): \(message)"
    }
}
