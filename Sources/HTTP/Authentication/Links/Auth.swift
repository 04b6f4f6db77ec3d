/// Hands each request to the link for its ``HTTPRequest/authenticationMethod`` (part 16 of the series).
///
/// The links share the next loader: it is reset once, by the chain. Stands inside ``Redirect``, so that every hop is looked at anew.
public struct Auth: HTTPLoaderLink {
    private let links: [AuthenticationMethod: any HTTPLoaderLink]

    /// - Parameter links: by the method they carry out.
    public init(_ links: [AuthenticationMethod: any HTTPLoaderLink]) { self.links = links }

    /// Every method that the core knows. Delegates are asked for what requests do not bring.
    public init(delegate: (any BasicAuthDelegate)? = nil, oauth: (any OAuthDelegate)? = nil, clock: HTTPClock = .system) {
        self.init(Self.standardLinks(delegate: delegate, oauth: oauth, clock: clock))
    }

    /// The links of ``init(delegate:oauth:clock:)``, to add methods of one's own to, or to put others in their place.
    public static func standardLinks(
        delegate: (any BasicAuthDelegate)? = nil, oauth: (any OAuthDelegate)? = nil, clock: HTTPClock = .system
    ) -> [AuthenticationMethod: any HTTPLoaderLink] {
        [
            .basic: BasicAuth(delegate: delegate), .bearer: BearerAuth(), .apiKey: APIKeyAuth(), .digest: DigestAuth(delegate: delegate),
            .oauth: OAuth(delegate: oauth, clock: clock), .awsSignature: AWSSignature(clock: clock), .ntlm: TransportAuth(),
            .negotiate: TransportAuth(),
        ]
    }

    /// Hands the request to its link; without a method, straight on.
    /// - Throws: ``HTTPError/Code/invalidRequest`` for a method without a link.
    public func load(_ request: HTTPRequest, task: HTTPTask, nextLoader: any HTTPLoader) async throws(HTTPError) -> HTTPResponse {
        guard let method = request.authenticationMethod else { return try await nextLoader.load(request, task: task) }
        guard let link = links[method] else {
            throw HTTPError(.invalidRequest, request: request, message: "There is no authentication method named \(method).")
        }
        task.report(.authenticating(scheme: method.rawValue))
        return try await link.load(request, task: task, nextLoader: nextLoader)
    }

    /// Resets the links, each once.
    public func reset() async {
        for link in links.values { await link.reset() }
    }
}
