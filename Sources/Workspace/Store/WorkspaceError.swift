/// Why something in the workspace could not be read or changed. Nothing has changed on disk then, unless the message says so.
public struct WorkspaceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's own name.
        public let name: String
        /// A code of that name.
        public init(_ name: String) { self.name = name }
        /// The code's own name.
        public var description: String { name }

        /// Nothing is there.
        public static let notFound = Code("notFound")
        /// It is there, and the system does not let it be read.
        public static let unreadable = Code("unreadable")
        /// It could not be written: no permission, no space.
        public static let unwritable = Code("unwritable")
        /// The file is not what the format says; `problem` tells where.
        public static let broken = Code("broken")
        /// The file is not as it was when it was loaded: somebody else changed or removed it.
        public static let changedOutside = Code("changedOutside")
        /// The path leads out of the workspace, or to something of another kind.
        public static let invalidPath = Code("invalidPath")
    }

    /// What went wrong.
    public let code: Code
    /// Of which file or folder, relative to the workspace; empty for the workspace itself.
    public let path: String
    /// What, and what to do, as sentences for a person.
    public let message: String
    /// The place within a broken file.
    public let problem: WorkspaceProblem?

    /// An error of these parts.
    public init(_ code: Code, path: String, message: String, problem: WorkspaceProblem? = nil) {
        self.code = code
        self.path = path
        self.message = message
        self.problem = problem
    }

    /// The message.
    public var description: String { message }

    static func broken(_ problem: WorkspaceProblem) -> WorkspaceError {
        WorkspaceError(.broken, path: problem.file, message: "\(problem)", problem: problem)
    }

    /// What came of reading.
    static func reading(_ error: DiskError, _ path: String) -> WorkspaceError {
        WorkspaceError(error.isMissing ? .notFound : .unreadable, path: path, message: "\(name(path)) cannot be read: \(error.reason).")
    }

    /// What came of changing.
    static func writing(_ error: DiskError, _ path: String) -> WorkspaceError {
        let message = "\(name(path)) cannot be \(error.operation): \(error.reason)."
        return WorkspaceError(error.isMissing ? .notFound : .unwritable, path: path, message: message)
    }

    private static func name(_ path: String) -> String { path.isEmpty ? "The workspace" : path }
}

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
