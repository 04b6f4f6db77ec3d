/// The names of files and folders in a workspace. All paths are relative to its folder.
package enum WorkspacePath {
    static let collections = "collections"
    package static let environments = "environments"
    static let collectionFile = "collection.json"
    static let folderFile = "folder.json"
    static let workspaceFile = "workspace.json"
    static let requestEnding = ".request.json"
    static let examplesEnding = ".examples.json"
    static let secretsEnding = ".secrets.json"
    static let environmentEnding = ".json"

    /// The path without its last part.
    package static func parent(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
    }

    /// The last part without the extension of a request or an environment.
    static func stem(of path: String) -> String {
        let name = path.lastPathComponent
        for ending in [requestEnding, examplesEnding, secretsEnding, environmentEnding] where name.hasSuffix(ending) {
            return String(name.dropLast(ending.count))
        }
        return name
    }

    /// A path as it is shown and typed: `star-wars/people/list` for the file of a request, `star-wars` for a collection.
    package static func shown(_ path: String) -> String {
        var path = path[...]
        if path.hasPrefix("./") { path = path.dropFirst(2) }
        if path.hasPrefix("collections/") { path = path.dropFirst("collections/".count) }
        return String(path.hasSuffix(requestEnding) ? path.dropLast(requestEnding.count) : path)
    }

    static func isRequest(_ path: String) -> Bool { path.hasSuffix(requestEnding) }

    static func isEnvironmentFile(_ name: String) -> Bool { name.hasSuffix(environmentEnding) && !name.hasSuffix(secretsEnding) }

    /// True for the names of the workspace's files other than environments.
    package static func isNameOfFile(_ name: String) -> Bool {
        [collectionFile, folderFile, workspaceFile].contains(name) || [requestEnding, examplesEnding].contains(where: name.hasSuffix)
    }

    /// True for the environments of collections and of the workspace.
    package static func isEnvironment(_ path: String) -> Bool {
        isOfWorkspace(path) || path.split(separator: "/").dropFirst(2).first == environments[...]
    }

    package static func isOfWorkspace(_ path: String) -> Bool { parent(of: path) == environments }

    /// True for collections: folders directly in `collections`.
    package static func isCollection(_ path: String) -> Bool { parent(of: path) == collections }

    /// The collection that contains the path, or the path itself.
    package static func collection(of path: String) -> String? {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 2).map { String(Substring($0)) }
        return parts.count > 1 && parts[0] == collections ? "\(collections)/\(parts[1])" : nil
    }

    /// The folder of a collection's environments; of the workspace's for an empty path.
    static func environments(of collection: String) -> String { collection.isEmpty ? environments : "\(collection)/\(environments)" }

    /// The settings file of a collection or a folder; of the workspace for an empty path.
    package static func settings(of folder: String) -> String {
        folder.isEmpty ? workspaceFile : "\(folder)/\(isCollection(folder) ? collectionFile : folderFile)"
    }

    /// The collection and the folders around a file or folder, outermost first, without itself.
    static func ancestors(of path: String) -> [String] {
        var result: [String] = []
        var folder = parent(of: path)
        while folder != collections, !folder.isEmpty {
            result.insert(folder, at: 0)
            folder = parent(of: folder)
        }
        return result
    }

    /// The file of saved responses beside a request.
    static func examples(of request: String) -> String { String(request.dropLast(requestEnding.count)) + examplesEnding }
}

extension String {
    /// The last part of a path; the whole text if it has no part.
    package var lastPathComponent: String {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return self }
        let name = self[utf8.index(after: slash)...]
        return name.isEmpty ? split(separator: "/").last.map(String.init) ?? self : String(name)
    }
}

/// Makes file names from names: `Create a pilot` → `create-a-pilot`.
enum Slug {
    /// The maximum number of bytes, so that extensions and numbers still fit into a file name (255 bytes on most systems).
    private static let byteLimit = 100
    private static let marks: Set<Unicode.GeneralCategory> = [.nonspacingMark, .spacingMark, .enclosingMark]
    /// Names that Windows reserves for devices, with any extension.
    private static let reserved: Set<String> =
        Set(["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

    /// Letters and digits of any script in lower case, with a hyphen for each run of other characters; `untitled` if nothing is left. It does
    /// not begin with a combining mark, which would join the slash of a path.
    static func make(of name: String) -> String {
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        var slug = ""
        let scalars = words.joined(separator: "-").unicodeScalars.drop { $0 == "-" || marks.contains($0.properties.generalCategory) }
        for character in String(scalars) {
            guard slug.utf8.count + character.utf8.count <= byteLimit else { break }
            slug.append(character)
        }
        if slug.hasSuffix("-") { slug.removeLast() }
        if slug.isEmpty { return "untitled" }
        return reserved.contains(slug) ? slug + "-1" : slug
    }

    /// The slug, with the first free number from 2 appended if it is taken.
    static func make(of name: String, avoiding taken: Set<String>) -> String {
        let slug = make(of: name)
        guard taken.contains(slug) else { return slug }
        var number = 2
        while taken.contains("\(slug)-\(number)") { number += 1 }
        return "\(slug)-\(number)"
    }

    /// True if a file with that stem needs no new name: the stem is the slug, with or without a number.
    static func isSlug(_ stem: String, of name: String) -> Bool {
        let slug = make(of: name)
        guard stem != slug else { return true }
        guard stem.hasPrefix(slug + "-") else { return false }
        return stem.dropFirst(slug.count + 1).allSatisfy { $0.isASCII && $0.isNumber } && stem.count > slug.count + 1
    }
}

/// Unique names for the files of one folder. The time per name does not grow with the number of equal names.
package struct FileNames {
    private var taken: Set<String>
    private var numbers: [String: Int] = [:]
    private let separator: String
    private let stem: @Sendable (String) -> String

    /// Starts with names that must not be used.
    ///
    /// - Parameters:
    ///   - separator: the text between a name and its number.
    ///   - stem: makes the file name, without number and extension.
    package init(
        taken: Set<String> = [], separator: String = "-", stem: @escaping @Sendable (String) -> String = { Slug.make(of: $0) }
    ) {
        self.taken = taken
        self.separator = separator
        self.stem = stem
    }

    /// The stem of a name, with a number after it if it is taken.
    package mutating func next(for name: String) -> String {
        let stem = stem(name)
        var candidate = stem
        while !taken.insert(candidate.lowercased()).inserted {
            let number = (numbers[stem] ?? 1) + 1
            numbers[stem] = number
            candidate = "\(stem)\(separator)\(number)"
        }
        return candidate
    }
}
