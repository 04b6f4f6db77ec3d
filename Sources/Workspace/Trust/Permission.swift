import Hashing
import Platform

/// A permission that a workspace needs to use this machine: to run a command, read a file outside the workspace, or connect through a
/// proxy.
///
/// Permissions with the same ``hash`` are equal: the same use in the exact same words, for the same server.
public struct Permission: Hashable, Sendable {
    /// The kinds of permissions. The raw values are names in the permissions file.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A command that prints a secret.
        case command
        /// An entry of the desktop's secret service.
        case secretService
        /// A variable of the process environment.
        case processVariable
        /// A file outside the workspace, or a private one in it.
        case file
        /// A client certificate with its key.
        case clientKey
        /// The Kerberos ticket of the user.
        case ticket
        /// A proxy.
        case proxy
        /// A Unix socket.
        case unixSocket
        /// Another host and port than those of the URL.
        case connectTo
        /// Fixed addresses instead of DNS.
        case resolve
        /// Certificates to trust instead of the system's.
        case authorities
        /// A server whose certificate is not checked.
        case unchecked

        /// The use, as an imperative: `Run the command`.
        public var title: String {
            switch self {
            case .command: "Run the command"
            case .secretService: "Read from the keyring"
            case .processVariable: "Read from the process environment"
            case .file: "Send the file"
            case .clientKey: "Use the client key"
            case .ticket: "Use the Kerberos ticket"
            case .proxy: "Send through the proxy"
            case .unixSocket: "Connect to the Unix socket"
            case .connectTo: "Connect to another host"
            case .resolve: "Resolve the name as"
            case .authorities: "Trust the certificates in"
            case .unchecked: "Skip the certificate check"
            }
        }

        /// The use of a resource: `Run the command: pass show x`; the title alone for a kind without one.
        public func text(with words: String) -> String { self == .unchecked ? title : "\(title): \(words)" }

        /// True if the words are a path.
        var isPath: Bool { [.file, .clientKey, .authorities, .unixSocket].contains(self) }

        /// True if a permission applies to one server only, because data of this machine is sent to it or its identity is at stake. The
        /// other kinds name their server themselves.
        var isForOneOrigin: Bool {
            switch self {
            case .command, .secretService, .processVariable, .file, .clientKey, .ticket, .authorities, .unchecked: true
            case .proxy, .unixSocket, .connectTo, .resolve: false
            }
        }
    }

    /// The kind of permission.
    public let kind: Kind
    /// The resource, with variables resolved: the command's words, the path with links resolved. Only a proxy's password is masked: the
    /// workspace chooses what counts as a secret, and could hide a command, a path or a server as one.
    public let words: String
    /// The words as written in the file, with variables unresolved.
    let written: String
    /// The server that receives the data, as `https://host:443`; nil for kinds that name their server themselves.
    public let origin: String?
    /// The server as shown: with `{{env:NAME}}` in the place of a value that needs a permission itself.
    public let server: String?
    /// The place in the file.
    public let place: ResolutionPlace
    /// The words in the file if they are others; a proxy's password is masked.
    private let otherWords: String?
    /// The file with the setting, relative to the workspace; nil for an unsaved request.
    public let file: String?
    /// The SHA-256 of kind, exact words and origin, in hexadecimal digits.
    public let hash: String

    /// - Parameters:
    ///   - exact: the resource, with secrets.
    ///   - server: the server as shown; nil if that is `origin`.
    init(
        _ kind: Kind, exact: String, written: String? = nil, origin: String?, server: String? = nil, place: ResolutionPlace, file: String?
    ) {
        self.kind = kind
        words = kind == .proxy ? URLPassword.masked(in: exact) : exact
        self.written = written ?? exact
        self.origin = kind.isForOneOrigin ? origin : nil
        self.server = kind.isForOneOrigin ? server ?? origin : nil
        self.place = place
        let shown = written.map(Self.shown) ?? exact
        otherWords = shown == exact ? nil : kind == .proxy ? URLPassword.masked(in: shown) : shown
        self.file = file
        hash = Self.hash([kind.rawValue, exact, self.origin ?? ""])
    }

    /// Written words as they are shown: without variables, escaped braces are the braces that they are.
    private static func shown(_ written: String) -> String {
        let parts = Template(written).parts
        return if parts.count == 1, case .text(let text) = parts[0] { text } else { written }
    }

    /// The same permission for another server; only for kinds that are for one.
    func moved(to origin: String, shown server: String) -> Permission { Permission(self, origin: origin, server: server) }

    private init(_ other: Permission, origin: String, server: String) {
        (kind, words, written, place, file) = (other.kind, other.words, other.written, other.place, other.file)
        otherWords = other.otherWords
        (self.origin, self.server) = (origin, server)
        hash = Self.hash([kind.rawValue, words, origin])
    }

    /// The digest of texts with their lengths, so that no two lists have the same input.
    static func hash(_ texts: [String]) -> String {
        HashAlgorithm.sha256.hexDigest(of: texts.map { "\($0.utf8.count):\($0)" }.joined())
    }

    /// The words as a shell command line; kinds other than commands have one word.
    static func quoted(_ words: [String]) -> String { words.map(\.asShellWord).joined(separator: " ") }

    /// The place, and the words there if they are others: `secret token`, `option Unix socket: /var/run/docker.sock`.
    public var source: String { source(naming: "\(place)") }

    private func source(naming place: String) -> String { place + (otherWords.map { ": \($0)" } ?? "") }

    /// `Run the command: pass show x (collections/demo/environments/local.json, secret token), for https://api.example.com:443`.
    public var description: String { description(naming: "\(place)") }

    /// The description with another name of the place, such as the word of a command line.
    public func description(naming place: String) -> String {
        "\(kind.text(with: words)) (\(file.map { "\($0), " } ?? "")\(source(naming: place)))" + (server.map { ", for \($0)" } ?? "")
    }
}

extension Permission: CustomStringConvertible {}

/// A sensitive setting as written in a file, with variables unresolved.
public struct WrittenPermission: Hashable, Sendable {
    let kind: Permission.Kind
    let text: String

    /// The path of a file to send; nil for other settings.
    public var file: String? { kind == .file ? text : nil }

    init(_ kind: Permission.Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// The hash of the words as stored.
    var hash: String { Permission.hash(["written", kind.rawValue, text]) }
}

extension Permission {
    /// The setting that needs the permission; nil if it has variables, whose values may come from another file, or a path in the workspace,
    /// which may be a link.
    var writtenPermission: WrittenPermission? {
        guard !written.contains("{{") else { return nil }
        if kind.isPath, !written.hasPrefix("/"), !written.hasPrefix("~/") { return nil }
        return WrittenPermission(kind, written)
    }
}
