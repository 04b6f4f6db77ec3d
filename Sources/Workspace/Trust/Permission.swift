import Hashing
import JSON

/// A use of this machine that a workspace asks for: a command to run, a file outside of it, a proxy.
///
/// Two permissions with the same ``hash`` are the same: what is used, in its exact words, and the server that receives it.
public struct Permission: Hashable, Sendable {
    /// The kinds of use. The raw values are names in the file of allowances.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A command that gives a secret.
        case command
        /// An entry of the desktop's secret service.
        case secretService
        /// A variable of the process environment.
        case processVariable
        /// A file outside of the workspace, or a private one in it.
        case file
        /// A client certificate with its key.
        case clientKey
        /// The Kerberos ticket of the user.
        case ticket
        /// A proxy.
        case proxy
        /// A Unix socket.
        case unixSocket
        /// Another place to connect to than the URL says.
        case connectTo
        /// Addresses instead of those of the name service.
        case resolve
        /// Certificates to trust instead of the system's.
        case authorities
        /// A server whose certificate is not checked.
        case unchecked

        /// The use, as an imperative: `Run the command`.
        public var title: String {
            switch self {
            case .command: "Run the command"
            case .secretService: "Read from the secret service"
            case .processVariable: "Send the process variable"
            case .file: "Send the file"
            case .clientKey: "Use the client key"
            case .ticket: "Use the Kerberos ticket"
            case .proxy: "Send through the proxy"
            case .unixSocket: "Connect to the Unix socket"
            case .connectTo: "Connect elsewhere"
            case .resolve: "Resolve the name as"
            case .authorities: "Trust the certificates in"
            case .unchecked: "Skip the certificate check"
            }
        }

        /// True if the words are a path.
        var isPath: Bool { [.file, .clientKey, .authorities, .unixSocket].contains(self) }

        /// True if an allowance is for one server: something of this machine reaches it, or its identity is at stake. The others name the
        /// place that is connected to themselves.
        public var isForOneOrigin: Bool {
            switch self {
            case .command, .secretService, .processVariable, .file, .clientKey, .ticket, .authorities, .unchecked: true
            case .proxy, .unixSocket, .connectTo, .resolve: false
            }
        }
    }

    /// The kind of use.
    public let kind: Kind
    /// The thing that is used, with variables resolved: the command's words, the path with links followed. Secrets are masked.
    public let words: String
    /// The words as they stand in the file, with variables unresolved.
    let written: String
    /// The server that receives it, as `https://host:443`; nil for kinds that name their target themselves.
    public let origin: String?
    /// The place in the file, and the words there if they are others: `secret token`, `option Unix socket: /var/run/docker.sock`.
    public let place: String
    /// The file that says so, relative to the workspace; nil for a request that is not saved.
    public let file: String?
    /// The SHA-256 of kind, exact words and origin, in hexadecimal digits.
    public let hash: String

    /// - Parameters:
    ///   - exact: the thing that is used, secrets included. Only its hash is kept.
    ///   - mask: masks the secrets in it.
    init(_ kind: Kind, exact: String, written: String? = nil, origin: String?, place: String, file: String?, mask: SecretMask) {
        self.kind = kind
        words = mask.masked(exact)
        self.written = written ?? exact
        self.origin = kind.isForOneOrigin ? origin.map { mask.masked($0) } : nil
        self.place = self.written == exact ? place : "\(place): \(mask.masked(self.written))"
        self.file = file
        hash = Self.hash([kind.rawValue, exact, kind.isForOneOrigin ? origin ?? "" : ""])
    }

    /// The digest of texts with their lengths, so that no two lists give the same bytes.
    static func hash(_ texts: [String]) -> String {
        HashAlgorithm.sha256.hexDigest(of: texts.map { "\($0.utf8.count):\($0)" }.joined())
    }

    /// The words as one line of a shell would have them; other kinds than commands have one word.
    static func quoted(_ words: [String]) -> String {
        words.map { word in
            let isPlain = !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=@%+,".contains($0)) }
            return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
        }.joined(separator: " ")
    }

    /// `Run the command "pass show x" (collections/demo/environments/local.json, secret token), for https://api.example.com:443`.
    public var description: String {
        let source = [file, place].compactMap(\.self).joined(separator: ", ")
        return "\(kind.title) \(words) (\(source))" + (origin.map { ", for \($0)" } ?? "")
    }
}

extension Permission: CustomStringConvertible {}

/// A sensitive setting as a file says it, before variables are resolved.
public struct WrittenPermission: Hashable, Sendable {
    let kind: Permission.Kind
    let text: String

    init(_ kind: Permission.Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// The hash under which the words are kept.
    var hash: String { Permission.hash(["written", kind.rawValue, text]) }
}

extension Permission {
    /// The setting that asks for it; nil if that has variables, whose values another file may say, or a path in the workspace, which may be a
    /// link.
    var writtenPermission: WrittenPermission? {
        guard !written.contains("{{") else { return nil }
        if kind.isPath, !written.hasPrefix("/"), !written.hasPrefix("~/") { return nil }
        return WrittenPermission(kind, written)
    }
}
