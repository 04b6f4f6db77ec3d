public import JSON
public import Workspace

/// A place in an imported file.
public enum ImportPlace: Hashable, Sendable, CustomStringConvertible {
    /// The file as a whole.
    case file
    /// A line, from 1, and a column of it where that is known.
    case line(Int, column: Int? = nil)
    /// A value of a JSON or YAML document.
    case pointer(JSONPointer)

    /// As a person reads it; empty for the file as a whole.
    public var description: String {
        switch self {
        case .file: ""
        case .line(let line, nil): "line \(line)"
        case .line(let line, let column?): "line \(line), column \(column)"
        case .pointer(let pointer): pointer.steps.isEmpty ? "" : "\(pointer)"
        }
    }
}

/// A difference between an imported file and the collection that was made of it.
public struct ImportIssue: Hashable, Sendable {
    /// How much of the original is missing.
    public enum Severity: String, CaseIterable, Comparable, Sendable {
        /// The meaning is the same; the form is another one.
        case note
        /// Kept in the file and exported again, but not used yet.
        case kept
        /// Taken over with another meaning.
        case changed
        /// Not taken over.
        case lost
        /// An item that could not be read.
        case failed

        /// By the amount that is missing.
        public static func < (one: Severity, other: Severity) -> Bool {
            Self.allCases.firstIndex(of: one)! < Self.allCases.firstIndex(of: other)!  // Every case is among all cases.
        }
    }

    /// How much of the original is missing.
    public var severity: Severity
    /// The file, as it was named.
    public var file: String
    /// The place in it.
    public var place: ImportPlace
    /// The part of the file that is concerned.
    public var what: String
    /// The reason.
    public var why: String
    /// The replacement that the import makes; empty for none.
    public var instead: String

    /// One line: place, part, reason and substitute.
    public var text: String {
        let location = [file, place.description].filter { !$0.isEmpty }.joined(separator: " ")
        return "\(location): \(what): \(why)" + (instead.isEmpty ? "" : "; \(instead)")
    }

    /// An object of the properties, for programs.
    public var json: JSONValue {
        var object: JSONObject = ["severity": .string(severity.rawValue), "file": .string(file)]
        switch place {
        case .file: break
        case .line(let line, let column):
            object["line"] = .number(line)
            if let column { object["column"] = .number(column) }
        case .pointer(let pointer): object["pointer"] = .string(pointer.description)
        }
        object["what"] = .string(what)
        object["why"] = .string(why)
        if !instead.isEmpty { object["instead"] = .string(instead) }
        return .object(object)
    }
}

/// The largest sizes that an import accepts. They keep a hostile file from taking the memory or the stack.
public struct ImportLimits: Hashable, Sendable {
    /// Bytes of one file.
    public var fileByteCount = 256 << 20
    /// Bytes of all files of one import.
    public var totalByteCount = 1 << 30
    /// Files of one import.
    public var fileCount = 20_000
    /// Levels of values in a document.
    public var documentDepth = 256
    /// Values that a document may have after its references and aliases are followed.
    public var valueCount = 20_000_000
    /// Documents of the network that the files of an import refer to.
    public var referenceCount = 200
    /// Requests of one import.
    public var requestCount = 100_000
    /// Folders within each other; those below are joined with their parents. Leaves room for the workspace's own limit.
    public var folderDepth = 48
    /// Bytes of a name; longer ones are cut.
    public var nameByteCount = 1_000
    /// Issues of a report; those after are only counted.
    public var issueCount = 10_000

    /// The program's limits.
    public init() {}
}

extension ImportResult {
    /// Writes the result into a workspace. Nothing that is there is overwritten: collections get names of their own, and a variable of the
    /// workspace that has another value keeps it.
    ///
    /// - Parameter collection: the path of the collection for environments that were imported alone; may be nil where there are none.
    /// - Returns: the paths of what was written.
    public func write(into store: WorkspaceStore, environmentsOf collection: String?) throws(WorkspaceError) -> [String] {
        var paths: [String] = []
        for tree in collections { paths.append(try store.createCollection(tree)) }
        if let collection {
            for environment in environments {
                let path = try store.create(environment.draft, in: collection)
                for (name, value) in environment.secretValues.sorted(by: { $0.key < $1.key }) {
                    try store.setSecret(name, to: value, ofEnvironmentAt: path)
                }
                paths.append(path)
            }
        }
        if !globals.isEmpty {
            let settings = try store.workspaceSettings()
            var draft = settings.content
            let known = Set(draft.variables.map(\.name))
            draft.variables += globals.filter { !known.contains($0.name) }
            paths.append(try store.save(draft, over: settings).path)
        }
        return paths
    }
}
