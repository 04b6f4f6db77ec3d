internal import CCurl
internal import HTTP

extension CurlFailure {
    /// Certificates and what else TLS is about.
    var tlsVerdict: Verdict? {
        switch code {
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS: (.insecureConnection, certificateMessage)
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
            (
                .insecureConnection,
                "The server's public key is none of `serverTrust.pinnedPublicKeys`: the certificate was changed, or somebody is in between."
            )
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED, CURLE_SSL_SHUTDOWN_FAILED:
            (.insecureConnection, handshakeMessage)
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR: detail.contains("chunk") ? nil : (.insecureConnection, handshakeMessage)
        case CURLE_SSL_CLIENTCERT: (.insecureConnection, clientCertificateMessage)
        case CURLE_SSL_CERTPROBLEM:
            (
                .invalidRequest,
                "The client certificate cannot be used: \(explanation) Check the file in `clientCertificate`, its format and the passphrase."
            )
        case CURLE_SSL_CACERT_BADFILE:
            (
                .invalidRequest,
                "The file of certificate authorities cannot be used: \(explanation) `certificateAuthoritiesPath` must hold certificates in PEM form."
            )
        default: nil
        }
    }

    private var clientCertificateMessage: String {
        "The server wants a client certificate: choose one for this host in `clientCertificate` (\(explanation))"
    }

    private var certificateMessage: String {
        let host = securedPlace.host
        return switch detail {
        case _ where detail.contains("expired"):
            "The certificate of \(host) has expired: its owner must renew it. Check this machine's clock too."
        case _ where detail.contains("not yet valid"):
            "The certificate of \(host) is not valid yet: check this machine's clock."
        // The last of a chain that was sent whole is a root, and signed by itself as every root is.
        case _ where detail.contains("in certificate chain"): unknownAuthority(of: host)
        case _ where detail.contains("self-signed") || detail.contains("self signed"):
            "The certificate of \(host) is signed by itself, not by an authority that this machine knows: \(trusting("its file"))"
        case _ where detail.contains("issuer") || detail.contains("verify the first certificate"):
            unknownAuthority(of: host)
        case _ where detail.contains("does not match") || detail.contains("no alternative certificate subject name"):
            "The certificate is for another name than \(host): check the host, or connect under a name that it has."
        case _ where detail.contains("revoked"): "The certificate of \(host) was revoked: do not trust it."
        default: "The certificate of \(host) was not accepted: \(explanation)"
        }
    }

    private func unknownAuthority(of host: String) -> String {
        "The certificate of \(host) is signed by an authority that this machine does not know: \(trusting("the authority's file"))"
    }

    private func trusting(_ file: String) -> String {
        "name \(file) in `certificateAuthoritiesPath` to trust it, or switch `serverTrust.isVerified` off to trust anybody."
    }

    private var handshakeMessage: String {
        let (host, port) = securedPlace
        return switch detail {
        case _ where detail.contains("wrong version number") || detail.contains("packet length"):
            "Port \(port) of \(host) does not speak TLS: use http:// instead of https://, or another port."
        case _ where detail.contains("certificate required") || detail.contains("handshake failure") && request.clientCertificate == nil:
            "\(host) ended the TLS handshake: it may want a client certificate (`clientCertificate`), or other TLS versions or ciphers (\(explanation))"
        case _ where detail.contains("protocol version") || detail.contains("unsupported protocol"):
            "\(host) speaks no TLS version that is allowed here: lower `minimumTLSVersion`, if you must."
        case _ where detail.contains("unknown ca") || detail.contains("bad certificate"):
            "\(host) did not accept the client certificate: \(explanation)"
        // The server hung up instead of answering the handshake; whether an alert still arrives is chance.
        case _ where ["SSL_ERROR_SYSCALL", "unexpected eof", "reset by peer"].contains { detail.contains($0) }:
            "\(host) closed the connection during the TLS handshake: port \(port) may not speak TLS (then use http:// instead of https://), or something in between cuts it (\(explanation))"
        default: "TLS with \(host) failed: \(explanation)"
        }
    }
}
