import JSON

/// Local secrets beside an environment: an object of values by name, for this user's eyes only.
struct SecretFile {
    private static let limit = 1 << 20
    private let path: String

    /// Takes the absolute path.
    init(_ path: String) { self.path = path }

    /// The absolute path of the secrets of the environment in that file.
    static func path(of environmentFile: String) -> String {
        String(environmentFile.dropLast(WorkspacePath.environmentEnding.count)) + WorkspacePath.secretsEnding
    }

    /// The value of that name.
    func value(of name: String) throws(SecretFailure) -> String {
        guard Disk.exists(path), let value = try read()[name] else {
            throw SecretFailure(
                "has no value on this machine yet: type one in the environment's window, tab Secrets, with v (it goes to \(path))")
        }
        guard let string = value.string else { throw SecretFailure("is no string in \(path)") }
        return string
    }

    /// Keeps a value, or drops it where it is nil. The file is made with mode 0600.
    func set(_ name: String, to value: String?) throws(SecretFailure) {
        var object = Disk.exists(path) ? try read() : JSONObject()
        object[name] = value.map(JSONValue.string)
        do throws(DiskError) {
            try Disk.write(JSONValue.object(object).prettyBytes, to: path, mode: 0o600)
        } catch {
            throw SecretFailure("cannot be kept: \(error)")
        }
    }

    private func read() throws(SecretFailure) -> JSONObject {
        if let mode = Disk.mode(of: path), mode & 0o077 != 0 {
            throw SecretFailure("is in \(path), which others can read: run chmod 600 on it")
        }
        let bytes: [UInt8]
        do throws(DiskError) { bytes = try Disk.read(path, limit: Self.limit) } catch { throw SecretFailure("cannot be read: \(error)") }
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(parsing: bytes) } catch {
            throw SecretFailure("is in \(path), which is broken: \(error)")
        }
        guard let object = value.object else { throw SecretFailure("is in \(path), which holds no object") }
        return object
    }
}

extension WorkspaceStore {
    /// Keeps a secret of the environment at `path` in the file beside it, mode 0600 and out of version control; nil removes it.
    public func setSecret(_ name: String, to value: String?, ofEnvironmentAt path: String) throws(WorkspaceError) {
        let file = SecretFile.path(of: try absolute(path))
        try protectSecrets()
        do throws(SecretFailure) {
            try SecretFile(file).set(name, to: value)
        } catch {
            throw WorkspaceError(.unwritable, path: path, message: "The secret \(name) \(error.message).")
        }
    }
}
