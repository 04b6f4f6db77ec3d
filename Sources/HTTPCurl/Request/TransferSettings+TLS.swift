internal import CCurl
internal import HTTP

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

extension TransferSettings {
    static func tls(of request: HTTPRequest) throws(HTTPError) -> [EasySetting] {
        var settings = try trust(of: request)
        try settings.add(authorities(of: request))
        try settings.add(certificate(of: request))
        settings.add(minimumVersion(of: request))
        return settings
    }

    private static func trust(of request: HTTPRequest) throws(HTTPError) -> [EasySetting] {
        let trust = request.serverTrust
        var settings: [EasySetting] = []
        if !trust.isVerified {
            for option in [CURLOPT_SSL_VERIFYPEER, CURLOPT_SSL_VERIFYHOST, CURLOPT_PROXY_SSL_VERIFYPEER, CURLOPT_PROXY_SSL_VERIFYHOST] {
                settings.append(EasySetting(option, .number(0), "verification off"))
            }
        }
        if !trust.pinnedPublicKeys.isEmpty {
            if let wrong = trust.pinnedPublicKeys.first(where: { !$0.hasPrefix("sha256//") || $0.contains(";") }) {
                throw refusal(request, "The key \"\(wrong)\" in `serverTrust.pinnedPublicKeys` is not of the form sha256//BASE64.")
            }
            settings.append(EasySetting(CURLOPT_PINNEDPUBLICKEY, .text(trust.pinnedPublicKeys.joined(separator: ";")), "pinned key"))
        }
        return settings
    }

    private static func authorities(of request: HTTPRequest) throws(HTTPError) -> [EasySetting] {
        guard let path = request.certificateAuthoritiesPath else { return [] }
        try checkReadable(path, "`certificateAuthoritiesPath`", request)
        return [
            EasySetting(CURLOPT_CAINFO, .text(path), "certificate authorities"),
            // Instead of the system's folder, not beside it.
            EasySetting(CURLOPT_CAPATH, .null, "certificate authorities"),
            EasySetting(CURLOPT_PROXY_CAINFO, .text(path), "certificate authorities"),
            EasySetting(CURLOPT_PROXY_CAPATH, .null, "certificate authorities"),
        ]
    }

    private static func certificate(of request: HTTPRequest) throws(HTTPError) -> [EasySetting] {
        guard let certificate = request.clientCertificate else { return [] }
        let name = "client certificate"
        try checkReadable(certificate.path, "`clientCertificate`", request)
        var settings = [
            EasySetting(CURLOPT_SSLCERT, .text(certificate.path), name),
            EasySetting(CURLOPT_SSLCERTTYPE, .text(certificate.format == .pkcs12 ? "P12" : "PEM"), name),
        ]
        if certificate.format == .pem, let keyPath = certificate.keyPath {
            try checkReadable(keyPath, "key of the client certificate", request)
            settings.append(EasySetting(CURLOPT_SSLKEY, .text(keyPath), name))
        }
        if let passphrase = certificate.passphrase {
            settings.append(EasySetting(CURLOPT_KEYPASSWD, .text(passphrase.value), "passphrase"))
        }
        return settings
    }

    private static func minimumVersion(of request: HTTPRequest) -> [EasySetting] {
        let number: Int
        switch request.minimumTLSVersion {
        case .tls12: return []
        case .tls10: number = CURL_SSLVERSION_TLSv1_0
        case .tls11: number = CURL_SSLVERSION_TLSv1_1
        case .tls13: number = CURL_SSLVERSION_TLSv1_3
        }
        return [EasySetting(CURLOPT_SSLVERSION, .number(number), "TLS \(request.minimumTLSVersion.rawValue)")]
    }

    private static func checkReadable(_ path: String, _ what: String, _ request: HTTPRequest) throws(HTTPError) {
        guard access(path, R_OK) != 0 else { return }
        throw refusal(request, "The file \"\(path)\" (\(what)) cannot be read: \(String(cString: strerror(errno))).")
    }
}
