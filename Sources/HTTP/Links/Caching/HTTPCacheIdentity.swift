/// Who asks, as far as the request says: its credentials, its cookies, and the environment whose jar it uses.
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

    /// Nobody in particular.
    public init() {}

    /// Who sends a request.
    init(of request: HTTPRequest) {
        for field in request.headers where field.isCredential { fields[ASCII.lowercased(field.name), default: []].append(field.value) }
        jar = request.usesCookies ? request.serverEnvironment?.name : nil
        method = request.authenticationMethod
        guard method != nil else { return }
        basic = request.basicCredentials
        bearer = request.bearerToken
        apiKey = request.apiKey
        oauth = request.oauthConfiguration
        aws = request.awsCredentials
        transport = request.transportAuthentication
    }
}

extension HTTPRequest {
    /// Whose answers may answer it.
    var cacheIdentity: HTTPCacheIdentity { HTTPCacheIdentity(of: self) }
}
