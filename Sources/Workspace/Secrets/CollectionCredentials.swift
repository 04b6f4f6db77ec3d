import HTTP
public import JSON

/// A collection in which variables replace typed credentials, with the values as secrets of this machine.
public struct CollectionCredentials: Hashable, Sendable {
    /// A place of a credential in the files of a collection.
    public struct Place: Hashable, Sendable {
        /// The text that replaces a credential in the file.
        public enum Replacement: Hashable, Sendable {
            /// No replacement: the credential stays in the file.
            case none
            /// The mask of stored responses, which nothing sends.
            case mask
            /// A variable.
            case variable(String)
        }

        /// The names of the item and the folders around it: `Users / Login`; empty for the collection itself.
        public let item: String
        /// The part of the item: `header “X-Key”`.
        public let name: String
        /// The replacement of the credential.
        public let replacement: Replacement

        /// Creates a place.
        public init(item: String, name: String, _ replacement: Replacement = .none) {
            self.item = item
            self.name = name
            self.replacement = replacement
        }

        /// One line: `Users / Login: header “X-Key”: {{key}}`.
        public var text: String {
            let place = item.isEmpty ? name : "\(item): \(name)"
            return switch replacement {
            case .none: place
            case .mask: "\(place): \(SecretMask.sign)"
            case .variable(let name): "\(place): {{\(name)}}"
            }
        }

        /// A JSON object with the properties.
        public var json: JSONValue {
            var object: JSONObject = ["item": .string(item), "place": .string(name)]
            switch replacement {
            case .none: break
            case .mask: object["masked"] = true
            case .variable(let name): object["variable"] = .string(name)
            }
            return .object(object)
        }

        /// The place in a file in which the credential stays.
        fileprivate var unchanged: Place { Place(item: item, name: name) }
    }

    /// The collection, with variables instead of credentials, and with their values as secrets.
    public private(set) var tree: CollectionTree
    /// The places of the credentials, in the order of the collection.
    public private(set) var places: [Place] = []
    private var names = CredentialNames()
    private let scope: CredentialScope
    /// The credentials that variables of other names may repeat.
    private var repeated: Set<String> = []

    /// Separates the credentials of a collection.
    ///
    /// - Parameter secrets: the secrets of the collection on this machine; the same values keep their names.
    public init(of tree: CollectionTree, knowing secrets: [String: String] = [:]) {
        self.init(of: tree, in: CredentialScope(of: tree))
        let values = Set(names.values.values)
        let known = secrets.filter { values.contains($0.value) }
        guard !known.isEmpty else { return }
        self = CollectionCredentials(of: tree, in: scope, knowing: known)
    }

    /// The places of the credentials of a collection that stay in its files.
    public static func places(in tree: CollectionTree) -> [Place] {
        // No variable is written, so that their names need not be free.
        CollectionCredentials(of: tree, in: CredentialScope()).places.map(\.unchanged)
    }

    fileprivate init(
        of tree: CollectionTree, in scope: CredentialScope, knowing secrets: [String: String] = [:], leaving left: Set<String> = []
    ) {
        self.tree = tree
        self.scope = scope
        names.left = left
        for (name, value) in secrets.sorted(by: { $0.key < $1.key }) {
            names.set(name, to: value, isShared: !scope.shadowingNames.contains(name))
        }
        var (root, environments) = (tree.root, tree.environments)
        separateVariables(ofCollection: &root.draft)
        separate(&root)
        for index in environments.indices { separate(&environments[index]) }
        let values = Set(names.values.values).union(environments.flatMap(\.secretValues.values))
        repeated = values.filter { $0.utf8.count >= SecretMask.longByteCount && !TypedCredential.isPlaceholder($0, of: "") }
        if !repeated.isEmpty {
            separateRepeats(in: &root)
            for index in environments.indices { separate(&environments[index]) }
        }
        (self.tree.root, self.tree.environments) = (root, environments)
        self.tree.secretValues.merge(names.values) { $1 }
        hideRepeats()
    }

    /// The credentials.
    fileprivate var values: Set<String> { Set(tree.secretValues.values).union(tree.environments.flatMap(\.secretValues.values)) }

    /// The places of settings that change; only responses, which settings lack, have masks.
    fileprivate var placesInFile: [SeparatedCredentials.Place] {
        places.compactMap { if case .variable(let variable) = $0.replacement { .init(name: $0.name, variable: variable) } else { nil } }
    }

    // MARK: Folders and requests

    private mutating func separate(_ root: inout CollectionTree.Folder) {
        // Only what changes is written back: most items contain no credential.
        root.visit { folder, path in
            let (item, count) = (path.joined(separator: " / "), places.count)
            separate(settings: &folder.draft, at: item)
            if !path.isEmpty { separateVariables(&folder.draft.variables, at: item) }
            addPlaces(inExtensions: folder.extensions, at: item)
            return places.count > count
        } requests: { request, path in
            let count = places.count
            separate(&request, path)
            return places.count > count
        }
    }

    private mutating func separate(settings draft: inout FolderDraft, at item: String) {
        var settings = RequestDraft(headers: draft.headers, auth: draft.auth, options: draft.options)
        guard separate(&settings, at: item) else { return }
        (draft.headers, draft.auth, draft.options) = (settings.headers, settings.auth, settings.options)
    }

    private mutating func separate(_ request: inout CollectionTree.Request, _ path: [String]) {
        let name = (path + [request.draft.name]).joined(separator: " / ")
        separate(&request.draft, at: name)
        addPlaces(inExtensions: request.extensions, at: name)
        for index in request.examples.indices {
            let example = "\(name), example “\(request.examples[index].name)”"
            if var draft = request.examples[index].request, separate(&draft, at: example) { request.examples[index].request = draft }
            for row in request.examples[index].headers.indices {
                mask(&request.examples[index].headers[row], at: example)
            }
            maskFields(of: &request.examples[index], at: example)
        }
    }

    /// Separates the credentials of a request; true if there are any.
    @discardableResult
    private mutating func separate(_ draft: inout RequestDraft, at item: String) -> Bool {
        let separated = SeparatedCredentials(of: draft, notIn: RequestDraft(), naming: &names, isTaken: scope.names.contains)
        guard !separated.places.isEmpty else { return false }
        draft = separated.draft
        places += separated.places.map { Place(item: item, name: $0.name, .variable($0.variable)) }
        return true
    }

    /// Masks a header of a stored response, which nothing sends.
    private mutating func mask(_ row: inout Row, at item: String) {
        guard TypedCredential.isCredential(row.value, of: row.name, at: .header) else { return }
        row.value = SecretMask.sign
        places.append(Place(item: item, name: "header “\(row.name)” of the response", .mask))
    }

    /// Masks the texts of a stored response in JSON or XML by the names of their members.
    private mutating func maskFields(of example: inout SavedResponse, at item: String) {
        let body = example.body
        guard !example.text.isEmpty else { return }
        var (result, end) = ([UInt8](), 0)
        for member in JSONMemberText.inDocument(body) where TypedCredential.isCredential(member.value, of: member.name) {
            result += body[end..<member.range.lowerBound] + Array(SecretMask.sign.utf8)
            end = member.range.upperBound
            places.append(Place(item: item, name: "body field “\(member.name)” of the response", .mask))
        }
        if end > 0 { example.body = result + body[end...] }
    }

    // MARK: Repeated credentials

    /// Masks the credentials that stored responses repeat, and notes those in other texts, such as scripts and documentation, which stay.
    private mutating func hideRepeats() {
        // The words of placeholders stand everywhere, such as that of the member “password”.
        let values = values.filter { !TypedCredential.isPlaceholder($0, of: "") }
        let mask = SecretMask(values)
        guard !mask.isEmpty else { return }
        // Shorter ones are often ordinary words.
        let long = SecretMask.Finder(SecretMask(values.filter { $0.utf8.count >= SecretMask.longByteCount }))
        let all = SecretMask.Finder(mask)
        var root = tree.root
        root.visit { folder, path in
            addPlaces(folder.draft.json, long, at: path.joined(separator: " / "))
            return false
        } requests: { request, path in
            let (name, count) = ((path + [request.draft.name]).joined(separator: " / "), places.count)
            addPlaces(request.draft.json, long, at: name)
            for example in request.examples.indices {
                let item = "\(name), example “\(request.examples[example].name)”"
                hideRepeats(in: &request.examples[example], at: item, all, long)
            }
            return places.count > count
        }
        tree.root = root
        for environment in tree.environments { addPlaces(environment.draft.json, long, at: "environment “\(environment.draft.name)”") }
    }

    private mutating func hideRepeats(
        in example: inout SavedResponse, at item: String, _ all: SecretMask.Finder, _ long: SecretMask.Finder
    ) {
        if let draft = example.request { addPlaces(draft.json, long, at: item) }
        for index in example.headers.indices {
            let row = example.headers[index]
            let masked = all.mask(of: Array(row.value.utf8)).masked(url: row.value)
            guard masked != row.value else { continue }
            example.headers[index].value = masked
            places.append(Place(item: item, name: "header “\(row.name)” of the response", .mask))
        }
        let mask = all.mask(of: example.body)
        // A fast path: most bodies contain none.
        guard !mask.isEmpty else { return }
        let text = example.text
        let masked = mask.masked(url: text)
        guard masked != text else { return }
        example.text = masked
        places.append(Place(item: item, name: "body of the response", .mask))
    }

    /// Adds the members of an item that contain a credential after all others were replaced.
    private mutating func addPlaces(_ document: JSONValue, _ long: SecretMask.Finder, at item: String) {
        for member in document.object?.members ?? [] where !long.mask(of: Array(member.value.compactText.utf8)).isEmpty {
            let rows = member.name == "variables" ? member.value.array ?? [] : []
            let names = rows.filter { !long.mask(of: Array($0.compactText.utf8)).isEmpty }.compactMap { $0["name"]?.string }
            let parts = names.isEmpty ? ["“\(member.name)”"] : names.map { "variable “\($0)”" }
            places += parts.map { Place(item: item, name: $0) }
        }
    }

    // MARK: Variables

    private func isCredential(_ row: Row) -> Bool {
        (TypedCredential.isCredential(row.value, of: row.name) || repeated.contains(row.value)) && !names.left.contains(row.value)
    }

    /// Makes variables of the collection its secrets, with the same names.
    private mutating func separateVariables(ofCollection draft: inout FolderDraft) {
        var rows: [Row] = []
        for row in draft.variables.reversed() {
            let known = names.values[row.name]
            guard row.isEnabled, isCredential(row), known == nil || known == row.value else {
                rows.append(row)
                continue
            }
            names.set(row.name, to: row.value, isShared: !scope.shadowingNames.contains(row.name))
            places.append(Place(item: "", name: "variable “\(row.name)”", .variable(row.name)))
        }
        draft.variables = rows.reversed()
        separateVariables(&draft.variables, at: "")
    }

    /// Replaces the values of variables that repeat a credential, whatever their names.
    private mutating func separateRepeats(in root: inout CollectionTree.Folder) {
        root.visit { folder, path in
            separateVariables(&folder.draft.variables, at: path.joined(separator: " / "))
        } requests: { request, path in
            separateVariables(&request.draft.variables, at: (path + [request.draft.name]).joined(separator: " / "))
        }
    }

    /// Replaces the values of variables of a folder or a request, and disabled ones, by references to secrets of the collection; true if
    /// there are any.
    @discardableResult
    private mutating func separateVariables(_ rows: inout [Row], at item: String) -> Bool {
        let count = places.count
        for index in rows.indices where isCredential(rows[index]) {
            let name = rows[index].name
            let variable = names.variable(for: rows[index].value, called: name, scope.names.contains)
            rows[index].value = "{{\(variable)}}"
            places.append(Place(item: item, name: "variable “\(name)”", .variable(variable)))
        }
        return places.count > count
    }

    /// Makes variables of an environment its secrets, and credentials in its headers and query as well.
    private mutating func separate(_ environment: inout CollectionTree.Environment) {
        let item = "environment “\(environment.draft.name)”"
        var draft = environment.draft
        var secrets: [String: String] = [:]
        for row in draft.variables where row.isEnabled && isCredential(row) {
            secrets[row.name] = row.value
        }
        for secret in draft.secrets { secrets[secret.name] = nil }
        draft.variables.removeAll { secrets[$0.name] != nil && $0.isEnabled }
        places += secrets.keys.sorted().map { Place(item: item, name: "variable “\($0)”", .variable($0)) }
        var credentialNames = CredentialNames()
        credentialNames.left = names.left
        let settings = RequestDraft(query: draft.query, headers: draft.headers)
        let separated = SeparatedCredentials(of: settings, notIn: RequestDraft(), naming: &credentialNames, isTaken: scope.names.contains)
        (draft.headers, draft.query) = (separated.draft.headers, separated.draft.query)
        places += separated.places.map { Place(item: item, name: $0.name, .variable($0.variable)) }
        secrets.merge(credentialNames.values) { $1 }
        draft.secrets += secrets.keys.sorted().map { SecretEntry($0, .file) }
        environment.draft = draft
        environment.secretValues.merge(secrets) { $1 }
    }

    // MARK: Content of other programs

    /// Adds the credentials in members of other programs, which stay as they are.
    private mutating func addPlaces(inExtensions extensions: JSONObject, at item: String) {
        for member in extensions where member.name.hasPrefix("x-") && Self.hasCredential(member.value, named: member.name) {
            places.append(Place(item: item, name: "“\(member.name)”"))
        }
    }

    private static func hasCredential(_ value: JSONValue, named name: String) -> Bool {
        switch value {
        case .string(let text): return TypedCredential.isCredential(text, of: name)
        case .array(let elements): return elements.contains { hasCredential($0, named: "") }
        case .object(let object):
            if let name = object["key"]?.string ?? object["name"]?.string, let value = object["value"]?.string,
                TypedCredential.isCredential(value, of: name)
            {
                return true
            }
            return object.contains { hasCredential($0.value, named: $0.name) }
        default: return false
        }
    }
}

extension WorkspaceStore {
    /// Separates the credentials of a collection that is imported.
    ///
    /// - Parameter collection: the path of the collection to merge with, whose secrets keep their names; nil for a new one.
    public func credentials(of tree: CollectionTree, mergedWith collection: String?) -> CollectionCredentials {
        guard let collection, let secrets = try? self.secrets(ofCollectionAt: collection).get() else {
            return CollectionCredentials(of: tree)
        }
        return CollectionCredentials(of: tree, knowing: secrets)
    }

    /// Separates the new credentials in the settings of a folder, which become secrets of its collection.
    ///
    /// - Parameter saved: the settings in the file; its credentials stay.
    /// - Returns: nil if there are no new ones.
    public func separated(_ draft: FolderDraft, from saved: FolderDraft, at path: String) -> SeparatedSettings<FolderDraft>? {
        let isCollection = WorkspacePath.collection(of: path) == path
        func tree(_ draft: FolderDraft) -> CollectionTree {
            CollectionTree(isCollection ? .init(draft) : .init(items: [.folder(.init(draft))]))
        }
        guard let collection = credentials(of: tree(draft), notIn: tree(saved), at: path) else { return nil }
        var draft = collection.tree.root.draft
        if case .folder(let folder)? = collection.tree.root.items.first { draft = folder.draft }
        let places = collection.placesInFile
        // Other secrets may have the same values.
        let used = Set(places.map(\.variable))
        let secrets = collection.tree.secretValues.filter { used.contains($0.key) }
        return SeparatedSettings(draft: draft, secrets: secrets, places: places)
    }

    /// Separates the credentials in an environment, which become its secrets; as for folders.
    public func separated(
        _ draft: EnvironmentDraft, from saved: EnvironmentDraft, at path: String
    ) -> SeparatedSettings<EnvironmentDraft>? {
        func tree(_ draft: EnvironmentDraft) -> CollectionTree { CollectionTree(environments: [.init(draft)]) }
        guard let collection = credentials(of: tree(draft), notIn: tree(saved), at: path),
            let environment = collection.tree.environments.first
        else { return nil }
        return SeparatedSettings(draft: environment.draft, secrets: environment.secretValues, places: collection.placesInFile)
    }

    private func credentials(of new: CollectionTree, notIn old: CollectionTree, at path: String) -> CollectionCredentials? {
        let saved = CollectionCredentials(of: old).values
        let values = CollectionCredentials(of: new).values.subtracting(saved)
        guard !values.isEmpty else { return nil }
        // The names that the whole collection uses are read only now, since most settings contain no credentials. If its secrets cannot be
        // read, none can be stored either.
        let collection = WorkspacePath.collection(of: path)
        let tree = collection.flatMap { try? self.collection(at: $0, includingSecrets: true).tree }
        let scope = CredentialScope(of: new).union(tree.map(CredentialScope.init) ?? CredentialScope())
        // A value that is a secret of the collection already keeps its name.
        let secrets = collection.flatMap { try? self.secrets(ofCollectionAt: $0).get() } ?? [:]
        return CollectionCredentials(of: new, in: scope, knowing: secrets.filter { values.contains($0.value) }, leaving: saved)
    }
}
