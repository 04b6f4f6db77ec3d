#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A number that some servers write as text.
struct LenientSeconds: Decodable {
    let value: Double

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            value = number
        } else {
            value = Double(try container.decode(String.self)) ?? 0
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

    func code(now: Date) -> OAuthDeviceCode {
        OAuthDeviceCode(
            deviceCode: HTTPSecret(deviceCode), userCode: userCode, verificationURL: verificationURI, completeVerificationURL: completeURI,
            expires: now.addingTimeInterval(expiresIn.value), interval: .seconds(interval?.value ?? 5))
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
