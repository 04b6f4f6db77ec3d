public import JSON

/// An error in reading or changing the workspace. Nothing has changed on disk unless the message says so.
public struct WorkspaceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: Sendable {
        /// The file or folder does not exist.
        case notFound
        /// The file or folder cannot be read.
        case unreadable
        /// Writing failed: no permission, no space.
        case unwritable
        /// The file does not conform to the format; `problem` has the position.
        case broken
        /// Another program has changed or removed the file since it was loaded.
        case changedOutside
        /// The path leads out of the workspace, or to something of another kind.
        case invalidPath
    }

    /// The kind of error.
    public let code: Code
    /// The file or folder, relative to the workspace; empty for the workspace itself.
    public let path: String
    /// The problem and the remedy, as sentences for the user.
    public let message: String
    /// The position in a broken file.
    public let problem: WorkspaceIssue?

    /// An error.
    public init(_ code: Code, path: String, message: String, problem: WorkspaceIssue? = nil) {
        self.code = code
        self.path = path
        self.message = message
        self.problem = problem
    }

    /// The message.
    public var description: String { message }

    static func broken(_ problem: WorkspaceIssue) -> WorkspaceError {
        WorkspaceError(.broken, path: problem.file, message: "\(problem)", problem: problem)
    }

    static func reading(_ error: DiskError, _ path: String) -> WorkspaceError {
        WorkspaceError(error.isMissing ? .notFound : .unreadable, path: path, message: "\(name(path)) cannot be read: \(error.reason).")
    }

    static func writing(_ error: DiskError, _ path: String) -> WorkspaceError {
        let message = "\(name(path)) cannot be \(error.operation): \(error.reason)."
        return WorkspaceError(error.isMissing ? .notFound : .unwritable, path: path, message: message)
    }

    /// Another program has changed or deleted the file.
    static func changedOutside(_ path: String, isDeleted: Bool = false) -> WorkspaceError {
        let message = "\(path) was \(isDeleted ? "deleted" : "changed") by another program. Nothing was written."
        return WorkspaceError(.changedOutside, path: path, message: message)
    }

    /// The folder of the workspace was moved or deleted, or its disk is away.
    static func gone(_ root: String) -> WorkspaceError {
        let message = "The workspace \(root) is gone. Nothing was written: put the folder back and try again."
        return WorkspaceError(.notFound, path: "", message: message)
    }

    private static func name(_ path: String) -> String { path.isEmpty ? "The workspace" : path }
}

/// The reason why a file of the workspace cannot be used, with its position.
public struct WorkspaceIssue: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's path, relative to the workspace.
    public var file: String
    /// The line, from 1; nil if the problem has no position in the file.
    public var line: Int?
    /// The column, from 1, in Unicode scalars.
    public var column: Int?
    /// The place in the value of the file; nil if the file is not JSON, or the problem is of another kind.
    public var pointer: JSONPointer?
    /// The problem and the expected form, as a sentence without the position.
    public var message: String

    /// A problem in `file`.
    public init(file: String, line: Int? = nil, column: Int? = nil, pointer: JSONPointer? = nil, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.pointer = pointer
        self.message = message
    }

    /// `file:line:column: message`, in the notation of compilers.
    public var description: String {
        let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
        return "\(file)\(place): \(message)"
    }
}
