public import JSON
public import Workspace

/// A place in an imported file.
public enum ImportPlace: Hashable, Sendable, CustomStringConvertible {
    /// The file as a whole.
    case file
    /// A line, from 1, with a column if it is known.
    case line(Int, column: Int? = nil)
    /// A value of a JSON or YAML document.
    case pointer(JSONPointer)

    /// The text for the user; empty for the file as a whole.
    public var description: String {
        switch self {
        case .file: ""
        case .line(let line, nil): "line \(line)"
        case .line(let line, let column?): "line \(line), column \(column)"
        case .pointer(let pointer): pointer.steps.isEmpty ? "" : "\(pointer)"
        }
    }

    /// The operation of an OpenAPI document that contains the place, as `GET /path`, with the place in it; nil for other places.
    fileprivate var operation: (name: String, rest: JSONPointer)? {
        guard case .pointer(let pointer) = self, pointer.steps.count > 2, pointer.steps[0] == .member("paths"),
            case .member(let path) = pointer.steps[1], case .member(let method) = pointer.steps[2]
        else { return nil }
        return ("\(method.uppercased()) \(path)", JSONPointer(Array(pointer.steps.dropFirst(3))))
    }
}

/// A difference between an imported file and the collection created from it.
public struct ImportIssue: Hashable, Sendable {
    /// The severity of a difference.
    public enum Severity: String, CaseIterable, Comparable, Sendable {
        /// The same meaning in another form.
        case note
        /// Stored in the file and exported again, but not used yet.
        case kept
        /// Imported with another meaning.
        case changed
        /// Omitted.
        case lost
        /// An item that could not be read.
        case failed

        /// Ordered by severity.
        public static func < (one: Severity, other: Severity) -> Bool {
            Self.allCases.firstIndex(of: one)! < Self.allCases.firstIndex(of: other)!  // Every case is among all cases.
        }
    }

    /// The severity of the difference.
    public var severity: Severity
    /// The name of the file, as given.
    public var file: String
    /// The place in it.
    public var place: ImportPlace
    /// The part of the file.
    public var what: String
    /// The reason.
    public var why: String
    /// The replacement by the import; empty for none.
    public var instead: String
    /// The position of the request in its file, from 1; 0 before the first, nil for an issue about many.
    var request: Int?
    /// True if the file itself is wrong, as with a reference to a part that does not exist.
    public internal(set) var isFault = false

    /// True for a mistake in the file, rather than a part that a request does without.
    public var isProblem: Bool { isFault || severity == .failed }

    /// One line: place, part, reason and substitute.
    public var text: String { line(naming: file, at: place.operation?.name ?? place.description) }

    /// A line of a report.
    public struct Line: Hashable, Sendable {
        /// The severity of its issues.
        public let severity: Severity
        /// The text, as ``ImportIssue/text``.
        public let text: String
    }

    /// The lines of a report; equal issues of several operations of an OpenAPI document have one, with the number and the first places.
    ///
    /// - Parameter namesFiles: false to leave out the name of the file, for a report on one.
    public static func lines(of issues: [ImportIssue], namesFiles: Bool = true) -> [Line] {
        var groups: [(issue: ImportIssue, places: [String])] = []
        var indices: [ImportIssue: Int] = [:]
        for issue in issues {
            guard let operation = issue.place.operation else {
                groups.append((issue, [issue.place.description]))
                continue
            }
            var key = issue
            (key.place, key.request) = (.pointer(operation.rest), nil)
            if let index = indices[key] {
                if groups[index].places.last != operation.name { groups[index].places.append(operation.name) }
            } else {
                indices[key] = groups.count
                groups.append((issue, [operation.name]))
            }
        }
        return groups.map { issue, places in
            let place = places.count == 1 ? places[0] : "\(places.count) requests (\(firstNames(places)))"
            return Line(severity: issue.severity, text: issue.line(naming: namesFiles ? issue.file : "", at: place))
        }
    }

    /// The first names of a list, with the number of the others.
    private static func firstNames(_ names: [String]) -> String {
        let rest = names.count > 4 ? " and \(names.count - 3) more" : ""
        return names.prefix(rest.isEmpty ? 4 : 3).joined(separator: ", ") + rest
    }

    private func line(naming file: String, at place: String) -> String {
        let location = [file, place].filter { !$0.isEmpty }.joined(separator: " ")
        let end = instead.isEmpty ? why : "\(why.hasSuffix(".") ? why.dropLast() : why[...]); \(instead)"
        return (location.isEmpty ? "" : location + ": ") + "\(what): \(end)"
    }

    /// A JSON object with the properties.
    public var json: JSONValue {
        var object: JSONObject = ["severity": .string(severity.rawValue), "file": .string(file)]
        switch place {
        case .file: break
        case .line(let line, let column):
            object["line"] = .number(line)
            if let column { object["column"] = .number(column) }
        case .pointer(let pointer): object["pointer"] = .string(pointer.description)
        }
        (object["what"], object["why"]) = (.string(what), .string(why))
        if !instead.isEmpty { object["instead"] = .string(instead) }
        return .object(object)
    }
}

extension ImportIssue {
    /// One issue about all scripts that are kept and not run, with their number and the names of the first items; nil if there are none.
    init?(scriptsOf items: [(name: String, texts: [String])], in file: String) {
        let names = items.filter { !$0.texts.isEmpty }.map { "“\($0.name)”" }
        let count = items.reduce(0) { $0 + $1.texts.count }
        guard count > 0 else { return nil }
        self.init(
            severity: .kept, file: file, place: .file, what: "\(count) script\(count == 1 ? "" : "s") of \(Self.firstNames(names))",
            why: "Apus does not run scripts", instead: "")
    }
}

/// The reason why a text cannot be imported.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem and the expected form, as a sentence.
    public let message: String
    /// The place in the text.
    public let place: ImportPlace
    /// True if no format recognizes the file.
    public let isUnknownFormat: Bool

    /// Creates an error from the sentence and the place.
    public init(_ message: String, at place: ImportPlace = .file, isUnknownFormat: Bool = false) {
        self.message = message
        self.place = place
        self.isUnknownFormat = isUnknownFormat
    }

    /// The place and the sentence.
    public var description: String { place.description.isEmpty ? message : "\(place): \(message)" }
}

/// The result of an import, before anything is written.
public struct ImportResult: Hashable, Sendable {
    /// The collections to write, in order. Environments of the same import are in each of them.
    public var collections: [CollectionTree] = []
    /// Environments without a collection, from files with nothing else.
    public var environments: [CollectionTree.Environment] = []
    /// Variables of the whole workspace.
    public var globals: [Row] = []
    /// The titles of the recognized formats, without duplicates.
    public var formats: [String] = []
    /// Differences between the files and the result, in the order of the files.
    public var issues: [ImportIssue] = []
    /// The number of issues beyond the report's limit.
    public var droppedIssueCount = 0

    /// The URLs of referenced documents that were not read.
    public var missingReferences: [String] = []

    /// The files of the folder that others refer to, which were read or are sent.
    var usedFiles: Set<String> = []

    /// The most severe issue.
    public var severity: ImportIssue.Severity? { issues.map(\.severity).max() }

    /// The counts of imported items: `1 collection, 12 requests`.
    public var summary: String {
        let examples = collections.reduce(0) { $0 + $1.requests.reduce(0) { $0 + $1.request.examples.count } }
        let counts = [
            (collections.count, "collection"), (collections.reduce(0) { $0 + $1.folderCount }, "folder"), (requestCount, "request"),
            (environments.count + (collections.first?.environments.count ?? 0), "environment"), (examples, "example"),
            (globals.count, "workspace variable"),
        ]
        let texts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        return texts.isEmpty ? "nothing" : texts.joined(separator: ", ")
    }

    /// The number of requests in all collections.
    public var requestCount: Int { collections.reduce(0) { $0 + $1.requests.count } }
}
