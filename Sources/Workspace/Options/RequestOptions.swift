public import JSON
import Platform

/// The options of a request. A value that is nil is inherited, or else the program's default.
public struct RequestOptions: Hashable, Sendable {
    /// Redirect options.
    public struct Redirects: Hashable, Sendable {
        /// True if redirects are followed.
        public var follow: Bool?
        /// The maximum number of hops.
        public var limit: Int?
        /// The statuses among 301, 302 and 303 after which the method and the body stay.
        public var keepMethod: [Int]?
        /// True if a redirect may lead from https to http.
        public var allowDowngrade: Bool?
    }

    /// Retry options.
    public struct Retry: Hashable, Sendable {
        /// The maximum number of attempts, including the first.
        public var attempts: Int?
        /// `immediate`, `constant` or `exponential`.
        public var backoff: String?
        /// Seconds before the second attempt.
        public var delay: Double?
        /// The number by which each further delay is multiplied.
        public var factor: Int?
        /// The maximum delay in seconds.
        public var maxDelay: Double?
        /// Seconds after the beginning of the first attempt in which further attempts may begin.
        public var maxTime: Double?
        /// The random share of each delay in percent.
        public var jitter: Int?
        /// The statuses that are retried.
        public var statuses: [Int]
        /// True if requests of any method are repeated.
        public var anyMethod: Bool?

        /// Unset options by default.
        public init(attempts: Int? = nil, backoff: String? = nil, statuses: [Int] = []) {
            self.attempts = attempts
            self.backoff = backoff
            self.statuses = statuses
        }
    }

    /// TLS settings.
    public struct TLS: Hashable, Sendable {
        /// True if the server's certificate is checked.
        public var verify: Bool?
        /// The minimum version, such as `1.2`.
        public var minimum: String?
        /// The path of the file with the trusted certificate authorities.
        public var authorities: String?
        /// The path of the client certificate, PEM or PKCS#12.
        public var certificate: String?
        /// The path of its key, if it is in another file.
        public var key: String?
        /// The passphrase of the key; a variable or a secret.
        public var passphrase: String?
        /// Public keys as `sha256//` and Base64; one must be the server's.
        public var pinnedKeys: [String] = []

        /// Unset options.
        public init() {}
    }

    /// Connection options.
    public struct Network: Hashable, Sendable {
        /// Fixed addresses: `host:port:address,address`.
        public var resolve: [String] = []
        /// Hosts to connect to instead of the URL's: `host:port:host:port`; an empty part means any, or the same.
        public var connectTo: [String] = []
        /// The path of the Unix socket to connect to.
        public var unixSocket: String?
        /// The interface, address or host name to connect from.
        public var interface: String?
        /// `ipv4` or `ipv6`.
        public var addressFamily: String?

        /// Unset options.
        public init() {}
    }

    /// Limits on speed and size.
    public struct Limits: Hashable, Sendable {
        /// The maximum upload rate of the body in bytes per second.
        public var sentBytesPerSecond: Int?
        /// The maximum download rate in bytes per second.
        public var receivedBytesPerSecond: Int?
        /// The maximum size of the response's header section in bytes.
        public var headerByteCount: Int?
        /// The maximum size of the decoded response body in bytes.
        public var bodyByteCount: Int?

        /// Unset options.
        public init() {}
    }

    /// Responses without the network.
    public struct Offline: Hashable, Sendable {
        /// `no`, `history` or `examples`.
        public var from: String?
        /// The name of the example to give; the first one if nil.
        public var example: String?
        /// Seconds before the response.
        public var delay: Double?
        /// Faults instead of responses, as ``ResponseFault`` reads them.
        public var faults: [String] = []

        /// Unset options.
        public init() {}
    }

    /// Seconds for the whole request.
    public var timeout: Double?
    /// Seconds until the connection is established.
    public var connectTimeout: Double?
    /// Seconds without any transfer.
    public var idleTimeout: Double?
    /// Redirect options.
    public var redirects = Redirects()
    /// Retry options.
    public var retry = Retry()
    /// True if the request waits when the number of concurrent requests is limited.
    public var throttle: Bool?
    /// True if the request shares the response of an identical one in progress.
    public var deduplicate: Bool?
    /// TLS settings.
    public var tls = TLS()
    /// The proxy's URL; empty for none.
    public var proxy: String?
    /// Hosts that are contacted without the proxy.
    public var noProxy: [String] = []
    /// True if CONNECT is used for http too.
    public var proxyTunnel: Bool?
    /// `1.0`, `1.1`, `2`, `2-prior-knowledge` or `3`.
    public var httpVersion: String?
    /// Connection options.
    public var network = Network()
    /// Limits on speed and size.
    public var limits = Limits()
    /// `strict` or `lenient`.
    public var parsing: String?
    /// True if the cookie jar is used.
    public var cookies: Bool?
    /// The use of stored responses, as ``HTTPCachePolicy`` names it.
    public var cache: String?
    /// True if the response is decoded.
    public var decompress: Bool?
    /// The codings to request and decode; empty for all that the transport supports.
    public var codings: [String] = []
    /// True to add `User-Agent` and `Accept` to requests without them.
    public var automaticHeaders: Bool?
    /// Responses without the network.
    public var offline = Offline()
    /// The environment that the request is always sent to.
    public var environment: String?
    /// Invalid typed texts by the option's name. Never written to a file.
    public var unread: [String: String] = [:]
    /// The templates of options whose values cannot hold variables, by the option's name.
    var templates: [String: String] = [:]

    /// Unset options.
    public init() {}

    /// The JSON in a file: only options that are set.
    public var fileValue: JSONValue { json }

    /// Reads the JSON of a file.
    ///
    /// - Throws: the expected form, with the pointer to the value.
    public init(fileValue: JSONValue) throws { self = try RequestOptions(json: fileValue, at: JSONPointer()) }

    /// These options, with unset ones taken from the folder around.
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
    /// The last typed value as JSON; nil if there is none.
    public func fileValue(in options: RequestOptions) -> JSONValue? {
        options.unread[name].map(JSONValue.string) ?? access.encode(options)
    }

    /// Takes a JSON value. An invalid one is kept as typed text.
    public func set(fileValue value: JSONValue, in options: inout RequestOptions) {
        do throws(FormatError) {
            try access.decode(value, JSONPointer(), &options)
            options.unread[name] = nil
        } catch {
            setTypedText(value.string ?? value.compactText, in: &options)
        }
    }
}

extension RequestOptions {
    private static let sharedBlank = Shared(RequestOptions.blank)

    /// The options in separate storage: most drafts and exchanges have none, and would be twice as large with inline storage.
    var shared: Shared<RequestOptions> { self == .blank ? Self.sharedBlank : Shared(self) }
}

extension RequestOptions: Formatted {
    static let blank = Self()

    /// The options of the table; those with a dot in their names are grouped in objects.
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
                let writtenMembers = members.compactMap { member in member.access.encode(root).map { JSONMember(member.name, $0) } }
                return writtenMembers.isEmpty ? nil : .object(JSONObject(writtenMembers))
            })
    }
}

extension ResolutionInput {
    /// The effective options, including inherited ones.
    public var options: RequestOptions {
        inherited.reversed().reduce(draft.options) { $0.inheriting($1.content.options) }
    }

    /// Replaces all options by complete ones, such as those of an earlier request. Masked secrets in them are restored from the current
    /// ones.
    public mutating func use(_ all: RequestOptions) {
        let current = options
        for index in inherited.indices { inherited[index].content.options = RequestOptions() }
        draft.options = all.restoringSecrets(from: current)
    }

    /// The folder that an option is inherited from; nil if the request sets it.
    func origin(of option: RequestOption) -> VariableOrigin? {
        option.isSet(in: draft.options) ? nil : inherited.last { option.isSet(in: $0.content.options) }?.origin
    }
}
