import JSON

/// Content of a workspace's file that may ask for permissions.
public protocol PermissionAsking {
    /// The sensitive settings of the content, with variables unresolved.
    var writtenPermissions: Set<WrittenPermission> { get }
}

extension RequestDraft: PermissionAsking {
    /// The sensitive settings of the request itself.
    public var writtenPermissions: Set<WrittenPermission> {
        var found = options.writtenPermissions.union(document.processVariables)
        if auth.kind == .negotiate { found.insert(WrittenPermission(.ticket, auth.kind.rawValue)) }
        switch body.kind {
        case .file: found.insert(WrittenPermission(.file, body.file))
        case .multipart: found.formUnion(body.parts.filter(\.isFile).map { WrittenPermission(.file, $0.value) })
        default: break
        }
        return found
    }
}

extension FolderDraft: PermissionAsking {
    /// The sensitive settings of the folder itself.
    public var writtenPermissions: Set<WrittenPermission> {
        let found = options.writtenPermissions.union(json.processVariables)
        return auth.kind == .negotiate ? found.union([WrittenPermission(.ticket, auth.kind.rawValue)]) : found
    }
}

extension EnvironmentDraft: PermissionAsking {
    /// The sensitive settings of the environment itself.
    public var writtenPermissions: Set<WrittenPermission> {
        json.processVariables.union(secrets.compactMap { $0.source.permission.map { WrittenPermission($0.kind, $0.words) } })
    }
}

extension SecretSource {
    /// The kind and the exact words of the permission that reading the source needs; nil for sources that a person fills.
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
    /// The permission that setting the option needs; nil for harmless options.
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

    /// The options that need permission.
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
        var found: Set<WrittenPermission> = []
        var rest = [self]
        while let value = rest.popLast() {
            if let text = value.string, text.contains("{{") {
                for name in Template(text).names {
                    if let variable = VariableResolver.processVariable(name) { found.insert(WrittenPermission(.processVariable, variable)) }
                }
            }
            rest += value.array ?? value.object?.map(\.value) ?? []
        }
        return found
    }
}
