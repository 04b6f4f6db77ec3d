/// Who asks whom, as far as the request says: its credentials, its cookies, the environment whose jar it uses, which server it goes to whatever
/// the URL says, what it demands of that server's certificate, and whether its answer is unpacked.
///
/// RFC 9111 section 3.5 keeps shared caches from using an answer to `Authorization`; a workbench is private but asks as many people, so what an
/// answer was got with is part of it, whatever the field is called (`X-API-Key`). Compared, never shown. Credentials that only a delegate knows are not in it: one delegate stands for one person.
public struct HTTPCacheIdentity: Hashable, Sendable {
    private var fields: [String: [String]] = [:]
    private var method: AuthenticationMethod?
    private var basic: BasicCredentials?
    private var bearer: HTTPSecret?
    private var apiKey: APIKey?
    private var oauth: OAuthConfiguration?
    private var aws: AWSCredentials?
    private var transport: HTTPTransportAuthentication?
    private var jar: String?
    private var certificate: HTTPClientCertificate?
    private var trust = HTTPServerTrust()
    private var authoritiesPath: String?
    private var socketPath: String?
    private var connectOverrides: [HTTPConnectOverride] = []
    private var addressOverrides: [HTTPAddressOverride] = []
    private var decompression = HTTPDecompression.automatic

    /// Nobody in particular.
    public init() {}

    /// Who sends a request.
    init(of request: HTTPRequest) {
        for field in request.headers where field.isCredential { fields[ASCII.lowercased(field.name), default: []].append(field.value) }
        jar = request.usesCookies ? request.serverEnvironment?.name : nil
        certificate = request.clientCertificate
        trust = request.serverTrust
        authoritiesPath = request.certificateAuthoritiesPath
        socketPath = request.unixSocketPath
        connectOverrides = request.connectOverrides
        addressOverrides = request.addressOverrides
        decompression = request.decompression
        transport = request.transportAuthentication
        method = request.authenticationMethod
        guard method != nil else { return }
        basic = request.basicCredentials
        bearer = request.bearerToken
        apiKey = request.apiKey
        oauth = request.oauthConfiguration
        aws = request.awsCredentials
    }
}

extension HTTPRequest {
    /// Whose answers may answer it.
    var cacheIdentity: HTTPCacheIdentity { HTTPCacheIdentity(of: self) }
}
