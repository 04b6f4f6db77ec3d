import HTTP
import JSON

/// Content of a workspace file that may need permissions.
public protocol PermissionAsking {
    /// The sensitive settings of the content, with variables unresolved.
    var writtenPermissions: Set<WrittenPermission> { get }
}

extension RequestDraft: PermissionAsking {
    /// The sensitive settings of the request itself.
    public var writtenPermissions: Set<WrittenPermission> {
        var permissions = options.writtenPermissions.union(document.processVariables)
        if auth.kind == .negotiate { permissions.insert(WrittenPermission(.ticket, auth.kind.rawValue)) }
        return permissions.union(writtenFiles.map { WrittenPermission(.file, $0) })
    }

    /// The files that the body is read from, with variables unresolved.
    public var writtenFiles: Set<String> { Set(body.files.map(\.path)) }

    /// The draft with the files of its body and its options relative to a folder instead of the workspace.
    public func readingFiles(in folder: String) -> RequestDraft {
        var draft = self
        draft.body.mapFiles { $0.path(in: folder) }
        guard options != RequestOptions() else { return draft }
        for option in RequestOption.all where option.isPath && option.isSet(in: options) {
            _ = option.setText(option.text(in: options).path(in: folder), in: &draft.options)
        }
        return draft
    }
}

extension String {
    /// This path, relative to a folder unless it begins with `/`, `~` or a variable.
    public func path(in folder: String) -> String {
        if isEmpty || ["/", "~", "{{"].contains(where: hasPrefix) { return self }
        return "\(folder)/\(hasPrefix("./") ? dropFirst(2) : self[...])"
    }
}

extension FolderDraft: PermissionAsking {
    /// The sensitive settings of the folder itself.
    public var writtenPermissions: Set<WrittenPermission> {
        let permissions = options.writtenPermissions.union(json.processVariables)
        return auth.kind == .negotiate ? permissions.union([WrittenPermission(.ticket, auth.kind.rawValue)]) : permissions
    }
}

extension EnvironmentDraft: PermissionAsking {
    /// The sensitive settings of the environment itself.
    public var writtenPermissions: Set<WrittenPermission> {
        json.processVariables.union(secrets.compactMap { $0.source.permission.map { WrittenPermission($0.kind, $0.words) } })
    }
}

extension SecretSource {
    /// The kind and the exact words of the permission for reading the source; nil for a prompt and for the file of secrets.
    var permission: (kind: Permission.Kind, words: String)? {
        switch self {
        case .environment(let name): (.processVariable, name)
        case .command(let words): (.command, Permission.quoted(words))
        case .secretService(let attributes):
            (.secretService, Permission.quoted(attributes.filter(\.isEnabled).map { "\($0.name)=\($0.value)" }))
        case .prompt, .file: nil
        }
    }
}

extension RequestOption {
    /// The permission for setting the option; nil for harmless options.
    var permission: Permission.Kind? {
        switch name {
        case "tls.verify": .unchecked
        case "tls.authorities": .authorities
        case "tls.certificate", "tls.key": .clientKey
        case "proxy": .proxy
        case "network.unixSocket": .unixSocket
        case "network.connectTo": .connectTo
        case "network.resolve": .resolve
        default: nil
        }
    }

    /// The options that need a permission.
    static let sensitive = all.filter { $0.permission != nil }
}

extension RequestOptions {
    var writtenPermissions: Set<WrittenPermission> {
        guard self != RequestOptions() else { return [] }
        return Set(
            RequestOption.sensitive.compactMap { option in
                guard let kind = option.permission, option.isSet(in: self) else { return nil }
                return WrittenPermission(kind, option.text(in: self))
            })
    }
}

extension JSONValue {
    /// The variables of the process environment that the strings in the value refer to.
    fileprivate var processVariables: Set<WrittenPermission> {
        var permissions: Set<WrittenPermission> = []
        var rest = [self]
        while let value = rest.popLast() {
            if let text = value.string, text.contains("{{") {
                for name in Template(text).names {
                    if let variable = VariableResolver.processVariable(name) {
                        permissions.insert(WrittenPermission(.processVariable, variable))
                    }
                }
            }
            rest += value.array ?? value.object?.map(\.value) ?? []
        }
        return permissions
    }
}

extension RequestResolver {
    /// The permissions that the assembled request needs. Two of them may differ only in their places.
    func permissions(for request: HTTPRequest, _ options: RequestOptions, auth: AuthDraft.Kind) -> [Permission] {
        let asks = !input.readSecrets.isEmpty || !variables.processUses.isEmpty || !files.isEmpty || auth == .negotiate
        // Most requests need no permissions.
        guard asks || options != RequestOptions() else { return [] }
        let list = PermissionList(self, request)
        var permissions = input.readSecrets.compactMap(list.permission)
        permissions += variables.processUses.map(list.permission)
        permissions += files.compactMap(list.permission)
        if auth == .negotiate {
            permissions.append(list.permission(.ticket, auth.rawValue, at: .auth("kind"), in: list.fileOfAuth))
        }
        if options != RequestOptions() {
            permissions += RequestOption.sensitive.compactMap { list.permission($0, options) }
        }
        permissions += permissions.flatMap(list.forTokenServers)
        // Without TLS and redirects, there is no certificate to check.
        if options.redirects.follow == false { permissions.removeAll { $0.kind == .unchecked && $0.origin?.hasPrefix("http://") == true } }
        var seen: Set<Permission> = []
        return permissions.filter { seen.insert($0).inserted }
    }
}

extension RequestResolver {
    /// The texts that a variable of the process adds to the name of a server, each with its reference: all of the value, or the host in it.
    /// Empty for a variable elsewhere, which must not hide a server.
    fileprivate func textsOfServer(_ use: VariableResolver.ProcessUse) -> [(text: String, reference: String)] {
        let isServer = [.url, .baseURL(.host), .baseURL(.port)].contains(use.place)
        guard isServer || use.place.isOfAuth, let text = values.last(where: { $0.place == use.place })?.text else {
            return []
        }
        let value = input.process[use.variable] ?? ""
        let url = text.text
        let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        var rest = url.utf8[..<(url[start...].firstIndex { "/?#".contains($0) } ?? url.endIndex)].count
        let isInServer = text.parts.contains { part in
            defer { rest -= part.text.utf8.count }
            return rest > 0 && part.name != nil && part.text == value
        }
        guard isInServer else { return [] }
        let texts = [value, HTTPRequest(url: value).origin?.description ?? "", String(value.prefix { !"/?#".contains($0) })]
        return Set(texts.map { $0.lowercased() }).subtracting([""]).map { ($0, "{{env:\(use.variable)}}") }
    }

    /// Marks the parts of the request that must not follow a redirect to another origin, since the permission was given for one.
    func confine(_ request: inout HTTPRequest) {
        let allowed = Set(input.readSecrets.filter { $0.source.permission != nil }.compactMap { input.secrets[$0.name] })
        let forBody = allowed.union(variables.usedProcessValues)
        let forHeaders = forBody.union(variables.usedSecrets)
        guard !forHeaders.isEmpty || !files.isEmpty else { return }
        var confinement = HTTPConfinement()
        confinement.headerNames = headerNames(with: forHeaders, in: request)
        let boundary = WorkspaceBoundary(input.root)
        confinement.includesBody =
            files.contains { input.privateTarget(of: $0, boundary) != nil }
            || (values + names).contains { $0.place.isOfBody && Self.contains($0.text, forBody) }
        if confinement != HTTPConfinement() { request.confinement = confinement }
    }

    /// The names of the headers with one of the values in their name or value, in lower case.
    private func headerNames(with secrets: Set<String>, in request: HTTPRequest) -> Set<String> {
        let headerNames = names.filter { $0.place.isHeader && Self.contains($0.text, secrets) }.map(\.text.text)
        let places = Set(values.filter { Self.contains($0.text, secrets) }.map(\.place))
        let fields = request.headers.fields.filter { field in
            places.contains(.header(field.name)) || secrets.contains { Self.isLong($0) && field.value.contains($0) }
        }
        return Set((headerNames + fields.map(\.name)).map { $0.lowercased() })
    }

    /// True if one of the values is in the text. Short values, which would match everywhere, are found where a variable has been replaced.
    private static func contains(_ text: ResolvedText, _ values: Set<String>) -> Bool {
        let whole = text.text
        return values.contains { value in
            isLong(value) ? whole.contains(value) : text.parts.contains { $0.name != nil && $0.text == value && !value.isEmpty }
        }
    }

    private static func isLong(_ value: String) -> Bool { value.utf8.count >= SecretMask.minByteCount }
}

extension ResolutionInput {
    /// The resolved path of a file that needs permission; nil for a file that belongs to the workspace.
    fileprivate func privateTarget(of file: ReadFile, _ boundary: WorkspaceBoundary) -> String? {
        boundary.privateTarget(of: file.path) ?? (foreignFiles.contains(file.written) ? WorkspaceBoundary.target(of: file.path) : nil)
    }
}

/// A file that the request reads.
struct ReadFile: Hashable, Sendable {
    /// The place in the request.
    let place: ResolutionPlace
    /// The path in the request's file.
    let written: String
    /// The absolute path.
    let path: String
}

/// Creates the permissions for the parts of one resolved request.
private struct PermissionList {
    private let input: ResolutionInput
    private let values: [ResolvedRequest.Value]
    private let origin: String
    private let boundary: WorkspaceBoundary
    /// The other servers that the request obtains a token from.
    private let tokenOrigins: [String]
    /// The texts in the names of servers that are not shown, with the references in their place, longest first.
    private let hidden: [(text: String, reference: String)]

    init(_ resolver: RequestResolver, _ request: HTTPRequest) {
        input = resolver.input
        values = resolver.values
        let completed = resolver.server?.applied(to: request) ?? request
        origin = resolver.variables.placeholders.shown(completed.origin?.description ?? "")
        boundary = WorkspaceBoundary(resolver.input.root)
        let urls = request.oauthConfiguration.map { [$0.issuer, $0.endpoints.token, $0.endpoints.deviceAuthorization] } ?? []
        tokenOrigins = Set(urls.compactMap { $0.flatMap { HTTPRequest(url: $0).origin } })
            .subtracting([completed.origin].compactMap(\.self)).map { resolver.variables.placeholders.shown($0.description) }.sorted()
        hidden = resolver.variables.processUses.flatMap(resolver.textsOfServer).sorted { $0.text.utf8.count > $1.text.utf8.count }
    }

    /// A server with references in the place of values of the process environment.
    private func shown(_ origin: String) -> String {
        guard !hidden.isEmpty, let scheme = origin.firstRange(of: "://") else { return origin }
        if let whole = hidden.first(where: { $0.text == origin }) { return whole.reference }
        return origin[..<scheme.upperBound] + Self.replacing(hidden[...], in: origin[scheme.upperBound...])
    }

    private static func replacing(_ hidden: ArraySlice<(text: String, reference: String)>, in text: Substring) -> String {
        guard let first = hidden.first else { return String(text) }
        return text.split(separator: first.text, omittingEmptySubsequences: false)
            .map { replacing(hidden.dropFirst(), in: $0) }.joined(separator: first.reference)
    }

    /// The same permission for the servers that a token is obtained from, if they receive the value, or are connected to in the same way.
    func forTokenServers(_ permission: Permission) -> [Permission] {
        let reachesThem =
            switch permission.kind {
            case .command, .secretService, .processVariable:
                values.contains { $0.place.isOfAuth && $0.text.parts.contains { $0.name != nil } }
            case .clientKey, .authorities, .unchecked: true
            case .file, .ticket, .proxy, .unixSocket, .connectTo, .resolve: false
            }
        return reachesThem ? tokenOrigins.map { permission.moved(to: $0, shown: shown($0)) } : []
    }

    func permission(_ kind: Permission.Kind, _ exact: String, written: String? = nil, at place: ResolutionPlace, in file: String?)
        -> Permission
    {
        Permission(kind, exact: exact, written: written, origin: origin, server: shown(origin), place: place, file: file)
    }

    func permission(_ entry: SecretEntry) -> Permission? {
        entry.source.permission.map { permission($0.kind, $0.words, at: entry.place, in: input.environmentPath) }
    }

    func permission(_ use: VariableResolver.ProcessUse) -> Permission {
        let file = use.origin.map(file) ?? file(ofPlace: use.place)
        return permission(.processVariable, use.variable, at: use.place, in: file)
    }

    func permission(_ file: ReadFile) -> Permission? {
        guard !file.written.isEmpty, let target = input.privateTarget(of: file, boundary) else { return nil }
        return permission(.file, target, written: file.written, at: file.place, in: self.file(ofPlace: file.place))
    }

    /// - Parameter options: the options with variables resolved.
    func permission(_ option: RequestOption, _ options: RequestOptions) -> Permission? {
        let text = option.text(in: options)
        guard let kind = option.permission, option.isSet(in: options), !text.isEmpty else { return nil }
        if kind == .unchecked, options.tls.verify != false { return nil }
        if kind == .proxy, options.proxy?.isEmpty != false { return nil }
        let exact = option.isPath ? WorkspaceBoundary.target(of: text) : text
        return permission(
            kind, exact, written: option.text(in: input.options), at: option.resolvedPlace, in: file(input.origin(of: option)))
    }

    var fileOfAuth: String? {
        input.draft.auth.kind != .inherit ? input.requestPath : input.inherited.last { $0.content.auth.kind != .inherit }?.path
    }

    private func file(ofPlace place: ResolutionPlace) -> String? {
        if place.isOfEnvironment { return input.environmentPath }
        return values.last { $0.place == place }.map { file($0.inheritedFrom) } ?? input.requestPath
    }

    private func file(_ origin: VariableOrigin?) -> String? {
        switch origin {
        case .environment, .secret: input.environmentPath
        case .folder, .collection, .collectionSecret: input.inherited.last { $0.origin == origin }?.path ?? input.requestPath
        case .workspace: WorkspacePath.workspaceFile
        case .request, .prompt, .captured, .process, .function, nil: input.requestPath
        }
    }
}
