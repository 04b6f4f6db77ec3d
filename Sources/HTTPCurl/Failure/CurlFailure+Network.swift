internal import CCurl
internal import HTTP

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

extension CurlFailure {
    /// Names, connections, proxies, time.
    var networkVerdict: Verdict? {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            (.cannotResolveHost, "The host name \"\(request.host ?? "")\" was not found: check its spelling and the network.")
        case CURLE_COULDNT_RESOLVE_PROXY:
            (.cannotResolveHost, "The proxy \(proxyPlace ?? "of the environment") was not found: check `proxy` (or http_proxy).")
        case CURLE_COULDNT_CONNECT: connectVerdict
        case CURLE_INTERFACE_FAILED:
            (.cannotConnect, "The network interface \"\(request.networkInterface ?? "")\" cannot be used: check `networkInterface`.")
        case CURLE_OPERATION_TIMEDOUT: timeVerdict
        case CURLE_PROXY: proxyVerdict
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR: brokenVerdict
        case CURLE_LOGIN_DENIED, CURLE_AUTH_ERROR: (.cannotAuthenticate, "The server did not take the credentials: \(explanation)")
        default: nil
        }
    }

    private var connectVerdict: Verdict {
        let target = proxyPlace.map { "The proxy \($0)" } ?? place
        switch Int32(systemError) {
        case ECONNREFUSED:
            return (
                .cannotConnect, "\(target) refused the connection: nothing listens there. Check host and port, and that the server runs."
            )
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN:
            return (.cannotConnect, "\(target) cannot be reached: check the network and whether a VPN is needed.")
        case ENOENT, EACCES:
            return (.cannotConnect, "\(target) cannot be opened: check the path in `unixSocketPath`, and that the server runs.")
        default: return (.cannotConnect, "\(target) cannot be connected to: \(explanation)")
        }
    }

    private var timeVerdict: Verdict {
        let isConnecting = [.resolving, .connecting, .securing].contains(phase)
        let limit = isConnecting ? request.timeouts.connect ?? request.timeouts.total : request.timeouts.total
        let hint =
            isConnecting
            ? "Check host and port; a firewall may drop the packets. `timeouts.connect` says how long to try."
            : "Raise `timeouts.total` to wait longer."
        return (.timedOut, "Time ran out\(limit.map { " (\($0))" } ?? "") while \(phase.rawValue). \(hint)")
    }

    private var proxyVerdict: Verdict {
        let place = proxyPlace ?? "of the environment"
        // SOCKS 4 says "rejected or failed" of anything that did not work.
        if detail.contains("rejected") && !detail.contains("rejected or failed") || detail.contains("authenticat")
            || detail.contains("denied")
        {
            return (.cannotAuthenticate, "The proxy \(place) did not take the credentials: \(explanation)")
        }
        return (.cannotConnect, "The proxy \(place) did not connect to \(request.host ?? ""):\(request.effectivePort): \(explanation)")
    }

    /// The connection ended while it was in use.
    private var brokenVerdict: Verdict? {
        let place = proxyPlace ?? "of the environment"
        if proxyStatus == 407 {
            return (.cannotAuthenticate, "The proxy \(place) wants other credentials (407): check its user name and password.")
        }
        if proxyStatus >= 300 {
            return (.cannotConnect, "The proxy \(place) refused to connect to \(self.place): it answered \(proxyStatus).")
        }
        if detail.contains("alert") || detail.contains("SSL") || detail.contains("TLS") { return nil }
        if code == CURLE_RECV_ERROR, detail.contains("chunk") { return nil }
        let hint = "The server may have crashed, or something between closed the connection. Send again."
        return (.invalidResponse, "The connection broke while \(phase.rawValue). \(hint)")
    }
}
