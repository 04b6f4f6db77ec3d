#if !canImport(FoundationNetworking)
    internal import Foundation
    internal import HTTP
    internal import Security

    // Parts of URLSession that Foundation has on Apple's systems only.

    extension SessionRequest {
        static func platformOptions(of request: HTTPRequest) -> [(String, Bool)] {
            [("serverTrust.pinnedPublicKeys", !request.serverTrust.pinnedPublicKeys.isEmpty)]
        }
    }

    extension URLSessionConfiguration {
        /// Applies the options that hold for all requests of a session.
        func apply(_ options: SessionOptions) {
            if options.proxy == .none { connectionProxyDictionary = [:] }
            tlsMinimumSupportedProtocolVersion =
                switch options.minimumTLSVersion {
                case .tls10: .TLSv10
                case .tls11: .TLSv11
                case .tls12: .TLSv12
                case .tls13: .TLSv13
                }
        }
    }

    extension SessionTransfer {
        /// The decision about a challenge; nil for that of the system.
        func answer(to challenge: URLAuthenticationChallenge) -> (URLSession.AuthChallengeDisposition, URLCredential?)? {
            guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust else {
                // The links handle redirects and challenges: the response is returned to the caller.
                return (.rejectProtectionSpace, nil)
            }
            guard !request.serverTrust.isVerified, let trust = challenge.protectionSpace.serverTrust else { return nil }
            return (.useCredential, URLCredential(trust: trust))
        }
    }

    extension HTTPMetrics {
        /// Adds the measurements of a task.
        mutating func add(_ metrics: URLSessionTaskMetrics) {
            guard let last = metrics.transactionMetrics.last, let start = last.fetchStartDate else { return }
            let since: (Date?) -> Duration? = { $0.map { .seconds(max(0, $0.timeIntervalSince(start))) } }
            timings.nameLookup = since(last.domainLookupEndDate)
            timings.connection = since(last.secureConnectionStartDate ?? last.connectEndDate)
            timings.tls = since(last.secureConnectionEndDate)
            timings.requestSent = since(last.requestEndDate)
            timings.firstByte = since(last.responseStartDate)
            timings.lastByte = since(last.responseEndDate)
            byteCounts.sentHeader = last.countOfRequestHeaderBytesSent
            byteCounts.sentBody = last.countOfRequestBodyBytesSent
            byteCounts.receivedHeader = last.countOfResponseHeaderBytesReceived
            byteCounts.receivedBody = last.countOfResponseBodyBytesReceived
            byteCounts.decodedBody = last.countOfResponseBodyBytesAfterDecoding
            var details = HTTPConnectionDetails()
            details.isReused = last.isReusedConnection
            if let address = last.localAddress, let port = last.localPort { details.local = HTTPEndpoint(address: address, port: port) }
            if let address = last.remoteAddress, let port = last.remotePort { details.remote = HTTPEndpoint(address: address, port: port) }
            details.version =
                switch last.networkProtocolName {
                case "h3": .http3
                case "h2": .http2
                case "http/1.1": .http11
                case "http/1.0": .http10
                default: nil
                }
            connection = details
        }
    }
#endif
