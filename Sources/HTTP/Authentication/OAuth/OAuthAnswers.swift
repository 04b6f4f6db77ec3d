#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A number of seconds, which some servers write as text; zero for what is no number and for less, ``Seconds/longest`` for more.
struct LenientSeconds: Decodable {
    let value: Double

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            value = Seconds(nearest: number).value
        } else {
            value = Seconds(nearest: Double(try container.decode(String.self)) ?? 0).value
        }
    }
}

/// An answer of the token endpoint (RFC 6749 sections 5.1 and 5.2).
struct OAuthTokenAnswer: Decodable {
    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case refreshToken = "refresh_token"
        case expiresIn = "expires_in"
        case scope, error
        case errorDescription = "error_description"
    }

    let accessToken: String?
    let tokenType: String?
    let refreshToken: String?
    let expiresIn: LenientSeconds?
    let scope: String?
    let error: String?
    let errorDescription: String?

    func credentials(now: Date) -> OAuthCredentials? {
        guard let accessToken, !accessToken.isEmpty else { return nil }
        return OAuthCredentials(
            accessToken: HTTPSecret(accessToken), tokenType: tokenType ?? "Bearer", refreshToken: refreshToken.map { HTTPSecret($0) },
            expires: expiresIn.map { now.addingTimeInterval($0.value) }, scope: scope)
    }
}

/// An answer of the device authorization endpoint (RFC 8628 section 3.2).
struct OAuthDeviceAnswer: Decodable {
    private enum CodingKeys: String, CodingKey {
        case deviceCode = "device_code"
        case userCode = "user_code"
        case verificationURI = "verification_uri"
        case completeURI = "verification_uri_complete"
        case expiresIn = "expires_in"
        case interval
    }

    let deviceCode: String
    let userCode: String
    let verificationURI: String
    let completeURI: String?
    let expiresIn: LenientSeconds
    let interval: LenientSeconds?

    /// Between two questions where the server says nothing, or nothing above zero (RFC 8628 section 3.2).
    private static let usualInterval = 5.0
    /// No server may be asked without a pause, nor keep a person waiting who has used the code.
    private static let intervals = 1.0...300
    /// A person types the code in at once: a day is long.
    private static let lives = 0.0...86_400

    func code(now: Date) -> OAuthDeviceCode {
        let asked = interval.map(\.value).flatMap { $0 > 0 ? $0 : nil } ?? Self.usualInterval
        return OAuthDeviceCode(
            deviceCode: HTTPSecret(deviceCode), userCode: userCode, verificationURL: verificationURI, completeVerificationURL: completeURI,
            expires: now.addingTimeInterval(Seconds(nearest: expiresIn.value, in: Self.lives).value),
            interval: Seconds(nearest: asked, in: Self.intervals).duration)
    }
}

/// A discovery document (RFC 8414 section 2).
struct OAuthDiscovery: Decodable {
    private enum CodingKeys: String, CodingKey {
        case issuer
        case authorization = "authorization_endpoint"
        case token = "token_endpoint"
        case deviceAuthorization = "device_authorization_endpoint"
    }

    let issuer: String
    let authorization: String?
    let token: String?
    let deviceAuthorization: String?

    var endpoints: OAuthEndpoints {
        OAuthEndpoints(authorization: authorization, token: token, deviceAuthorization: deviceAuthorization)
    }

    /// OpenID puts the well-known part behind the issuer's path, RFC 8414 before it.
    static func urls(for issuer: String) -> [String] {
        let request = HTTPRequest(url: issuer)
        let path = request.percentEncodedPath.hasSuffix("/") ? String(request.percentEncodedPath.dropLast()) : request.percentEncodedPath
        return [path + "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server" + path].map { wellKnown in
            var copy = request
            copy.percentEncodedPath = wellKnown
            return copy.url
        }
    }
}
