public import JSON

/// How a request is sent. What is nil is inherited, and else the program's default.
public struct RequestOptions: Hashable, Sendable {
    /// Whether and how far redirects are followed.
    public struct Redirects: Hashable, Sendable {
        /// Whether they are followed at all.
        public var follow: Bool?
        /// The most hops.
        public var limit: Int?
        /// Whether a POST stays one after 301 and 302.
        public var keepMethod: Bool?
        /// Whether https may lead to http.
        public var allowDowngrade: Bool?

        /// Nothing said.
        public init(follow: Bool? = nil, limit: Int? = nil, keepMethod: Bool? = nil, allowDowngrade: Bool? = nil) {
            self.follow = follow
            self.limit = limit
            self.keepMethod = keepMethod
            self.allowDowngrade = allowDowngrade
        }
    }

    /// When a request is sent again.
    public struct Retry: Hashable, Sendable {
        /// The most attempts, the first included.
        public var attempts: Int?
        /// `immediate`, `constant` or `exponential`.
        public var backoff: String?
        /// The statuses that are tried again.
        public var statuses: [Int]

        /// Nothing said.
        public init(attempts: Int? = nil, backoff: String? = nil, statuses: [Int] = []) {
            self.attempts = attempts
            self.backoff = backoff
            self.statuses = statuses
        }
    }

    /// TLS settings.
    public struct TLS: Hashable, Sendable {
        /// Whether the server's certificate is checked.
        public var verify: Bool?
        /// The least version, such as `1.2`.
        public var minimum: String?
        /// The path of the authorities' certificates.
        public var authorities: String?
        /// The path of the client's certificate, PEM or PKCS#12.
        public var certificate: String?
        /// The path of its key, when it is not in the same file.
        public var key: String?
        /// The passphrase of the key; a variable or a secret.
        public var passphrase: String?
        /// Public keys of which one must be the server's, as `sha256//` and base64.
        public var pinnedKeys: [String] = []

        /// Nothing said.
        public init() {}
    }

    /// Where connections go to and come from.
    public struct Network: Hashable, Sendable {
        /// Addresses instead of a look-up: `host:port:address,address`.
        public var resolve: [String] = []
        /// Other places to connect to: `host:port:host:port`, each part empty for any or the same.
        public var connectTo: [String] = []
        /// The path of the Unix socket to connect to.
        public var unixSocket: String?
        /// The interface, address or host name to send from.
        public var interface: String?
        /// `ipv4` or `ipv6`.
        public var addressFamily: String?

        /// Nothing said.
        public init() {}
    }

    /// How fast, and how much.
    public struct Limits: Hashable, Sendable {
        /// Bytes of the body per second.
        public var sentBytesPerSecond: Int?
        /// Bytes of the answer per second.
        public var receivedBytesPerSecond: Int?
        /// Bytes of the answer's header lines.
        public var headerByteCount: Int?
        /// Bytes of the answer's body, unpacked.
        public var bodyByteCount: Int?

        /// Nothing said.
        public init() {}
    }

    /// Seconds for the whole request.
    public var timeout: Double?
    /// Seconds until the connection stands.
    public var connectTimeout: Double?
    /// Seconds in which nothing moves.
    public var idleTimeout: Double?
    /// Whether and how far redirects are followed.
    public var redirects = Redirects()
    /// When the request is sent again.
    public var retry = Retry()
    /// Whether it waits for its turn where the number of requests at once is limited.
    public var throttle: Bool?
    /// Whether it shares the answer of the same request that is on its way.
    public var deduplicate: Bool?
    /// What is asked of TLS.
    public var tls = TLS()
    /// The proxy's URL; empty for none.
    public var proxy: String?
    /// Hosts that are reached without the proxy.
    public var noProxy: [String] = []
    /// Whether CONNECT is used for http too.
    public var proxyTunnel: Bool?
    /// `1.0`, `1.1`, `2`, `2-prior-knowledge` or `3`.
    public var httpVersion: String?
    /// Where connections go to and come from.
    public var network = Network()
    /// How fast, and how much.
    public var limits = Limits()
    /// `strict` or `lenient`.
    public var parsing: String?
    /// Whether the cookie jar is used.
    public var cookies: Bool?
    /// Whether the answer is decompressed.
    public var decompress: Bool?
    /// The environment that the request is always sent to.
    public var environment: String?
    /// What was typed and the option cannot be, by its name in the files. No file holds it.
    public var unread: [String: String] = [:]
    /// What stands in the place of numbers, switches and words of a list, by the options' names: texts with variables, as they were typed.
    var templates: [String: String] = [:]

    /// Nothing said.
    public init() {}

    /// As it stands in a file: only what is said.
    public var fileValue: JSONValue { json }

    /// Reads what stands in a file.
    ///
    /// - Throws: what was expected, with the place in the value.
    public init(fileValue: JSONValue) throws { self = try RequestOptions(json: fileValue, at: JSONPointer()) }

    /// These options, and where they say nothing those of the folder around.
    public func inheriting(_ outer: RequestOptions) -> RequestOptions {
        guard outer != RequestOptions() else { return self }
        var result = self
        for option in RequestOption.all where !option.isSet(in: self) {
            let owner = option.owner.flatMap(RequestOption.named)
            if owner?.isSet(in: self) != true { option.access.copy(outer, &result) }
        }
        return result
    }
}

extension RequestOption {
    /// What was typed last, as a file would hold it; nil where nothing was.
    public func fileValue(in options: RequestOptions) -> JSONValue? {
        options.unread[name].map(JSONValue.string) ?? access.encode(options)
    }

    /// Takes a value as a file holds it. What no file can hold counts as typed.
    public func keep(fileValue value: JSONValue, in options: inout RequestOptions) {
        do throws(FormatError) {
            try access.decode(value, JSONPointer(), &options)
            options.unread[name] = nil
        } catch {
            keep(value.string ?? value.compactText, in: &options)
        }
    }
}

extension RequestOptions: Formatted {
    static let blank = Self()

    /// The options of the table; those with a dot in their names stand in an object together.
    static let fields: [Field<RequestOptions>] = {
        var groups: [(name: String, members: [RequestOption])] = []
        for option in RequestOption.all {
            let group = String(option.name.prefix { $0 != "." })
            if let index = groups.firstIndex(where: { $0.name == group }) {
                groups[index].members.append(option)
            } else {
                groups.append((group, [option]))
            }
        }
        return groups.map { name, members in
            members[0].name == name ? Field(members[0]) : Field(name, members)
        }
    }()
}

extension Field<RequestOptions> {
    fileprivate init(_ option: RequestOption) {
        self.init(option.name, read: option.access.decode, write: option.access.encode)
    }

    fileprivate init(_ group: String, _ options: [RequestOption]) {
        let members = options.map { (name: String($0.name.dropFirst(group.count + 1)), access: $0.access) }
        self.init(
            group,
            read: { value, pointer, root throws(FormatError) in
                guard let object = value.object else { throw .expected("an object", found: value, at: pointer) }
                for member in members {
                    guard let value = object[member.name] else { continue }
                    try member.access.decode(value, pointer.appending(.member(member.name)), &root)
                }
            },
            write: { root in
                let said = members.compactMap { member in member.access.encode(root).map { JSONMember(member.name, $0) } }
                return said.isEmpty ? nil : .object(JSONObject(said))
            })
    }
}

extension ResolutionInput {
    /// The request's options with all that is inherited.
    public var options: RequestOptions {
        inherited.reversed().reduce(draft.options) { $0.inheriting($1.content.options) }
    }

    /// Takes options that say all there is to say, such as those that something was sent with; secrets in them come from what was said here.
    public mutating func use(_ all: RequestOptions) {
        let said = options
        for index in inherited.indices { inherited[index].content.options = RequestOptions() }
        draft.options = all.restoringSecrets(from: said)
    }

    /// What an option is inherited from; nil where the request says it itself.
    func origin(of option: RequestOption) -> VariableOrigin? {
        option.isSet(in: draft.options) ? nil : inherited.last { option.isSet(in: $0.content.options) }?.origin
    }
}
