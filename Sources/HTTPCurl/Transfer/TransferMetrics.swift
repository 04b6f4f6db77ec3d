import CCurl
import HTTP

/// Collects libcurl's measurements of a transfer that has ended, or whose body is arriving.
enum TransferMetrics {
    static func read(from easy: EasyHandle, _ progress: TransferProgress, isArriving: Bool = false) -> HTTPMetrics {
        var metrics = HTTPMetrics(headerBytes: progress.head.bytes, requestHeaderByteCount: progress.head.sentByteCount)
        metrics.timings = timings(easy, progress, isArriving)
        metrics.byteCounts = byteCounts(easy, progress)
        metrics.connection = progress.connection
        metrics.connection?.version = version(easy.long(CURLINFO_HTTP_VERSION))
        return metrics
    }

    private static func timings(_ easy: EasyHandle, _ progress: TransferProgress, _ isArriving: Bool) -> HTTPTimings {
        var timings = HTTPTimings()
        if progress.connection?.isReused != true {
            timings.nameLookup = duration(easy, CURLINFO_NAMELOOKUP_TIME_T)
            timings.connection = duration(easy, CURLINFO_CONNECT_TIME_T)
            timings.tls = duration(easy, CURLINFO_APPCONNECT_TIME_T)
        }
        timings.requestSent = progress.lastSent.map { max($0 - progress.start, .zero) }
        timings.firstByte = duration(easy, CURLINFO_STARTTRANSFER_TIME_T)
        timings.lastByte = isArriving ? nil : duration(easy, CURLINFO_TOTAL_TIME_T)
        // To libcurl an interim response is the first byte, although the server still works on the response.
        if let answered = progress.answered, let first = timings.firstByte {
            let begun = max(answered - progress.start, first)
            timings.firstByte = timings.lastByte.map { min(begun, $0) } ?? begun
        }
        return timings
    }

    /// A duration; nil if libcurl reports zero, which means that it did not happen.
    private static func duration(_ easy: EasyHandle, _ info: CURLINFO) -> Duration? {
        let microseconds = easy.offset(info)
        return microseconds > 0 ? .microseconds(microseconds) : nil
    }

    private static func byteCounts(_ easy: EasyHandle, _ progress: TransferProgress) -> HTTPByteCounts {
        var counts = HTTPByteCounts()
        counts.sentHeader = Int64(progress.head.sentByteCount)
        counts.sentBody = easy.offset(CURLINFO_SIZE_UPLOAD_T)
        counts.receivedHeader = Int64(progress.head.receivedByteCount)
        counts.receivedBody = easy.offset(CURLINFO_SIZE_DOWNLOAD_T)
        counts.decodedBody = progress.decodedByteCount
        return counts
    }

    private static func version(_ number: Int) -> HTTPVersion? {
        switch Int32(number) {
        case Int32(CURL_HTTP_VERSION_1_0): HTTPVersion.http10
        case Int32(CURL_HTTP_VERSION_1_1): HTTPVersion.http11
        case Int32(CURL_HTTP_VERSION_2_0): HTTPVersion.http2
        case Int32(CURL_HTTP_VERSION_3): HTTPVersion.http3
        default: nil
        }
    }
}

/// Parses libcurl's remarks on the result of a TLS handshake, the same for every TLS library:
///
///     SSL connection using TLSv1.3 / TLS_AES_256_GCM_SHA384 / …
///     ALPN: server accepted h2
///      SSL certificate verify result: certificate has expired (10), continuing anyway.
enum TLSRemark {
    private static let beginning = Array("SSL connection using ".utf8)
    private static let protocolBeginnings = ["ALPN: server accepted ", "ALPN, server accepted to use "].map { Array($0.utf8) }
    private static let issuerNotFound = ["(20)", "(21)"]
    private static let problemBeginning = Array(" SSL certificate verify result: ".utf8)

    /// Adds the information of a remark to the details. The first remark of a connection starts new details.
    static func add(_ bytes: UnsafeRawBufferPointer, to details: inout HTTPTLSDetails?) {
        if let new = parse(bytes) {
            details = new
        } else if details != nil, let text = protocolBeginnings.lazy.compactMap({ rest(of: bytes, after: $0) }).first {
            details?.applicationProtocol = text
        } else if details != nil, let text = rest(of: bytes, after: problemBeginning) {
            let problem = text.firstRange(of: ", continuing").map { String(text[..<$0.lowerBound]) } ?? text
            // Without verification libcurl loads no authorities, so an unknown authority means nothing.
            if !issuerNotFound.contains(where: problem.hasSuffix) { details?.verifyProblem = problem }
        }
    }

    static func parse(_ bytes: UnsafeRawBufferPointer) -> HTTPTLSDetails? {
        guard let text = rest(of: bytes, after: beginning) else { return nil }
        let parts = text.split(separator: "/").map { $0.filter { $0 != " " } }
        return HTTPTLSDetails(version: parts.first, cipher: parts.count > 1 ? parts[1] : nil)
    }

    private static func rest(of bytes: UnsafeRawBufferPointer, after beginning: [UInt8]) -> String? {
        guard bytes.first == beginning[0], bytes.starts(with: beginning) else { return nil }
        return HeaderText.string(bytes.part(beginning.count..<bytes.count).withoutLineEnd)
    }
}

/// Parses libcurl's remark that it uses a proxy of the process environment:
///
///     Uses proxy env variable http_proxy == 'http://user:password@host:3128'
enum ProxyRemark {
    private static let beginning = Array("Uses proxy env variable ".utf8)

    /// The place and the variable, without credentials: `host:3128 of http_proxy`; nil for another remark.
    static func parse(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.first == beginning[0], bytes.starts(with: beginning) else { return nil }
        let words = HeaderText.string(bytes.part(beginning.count..<bytes.count).withoutLineEnd).split(separator: " ", maxSplits: 2)
        // The exceptions have a remark of the same form.
        guard words.count == 3, words[0].lowercased() != "no_proxy" else { return nil }
        var place = words[2].drop { $0 == "'" }
        if let scheme = place.firstRange(of: "://") { place = place[scheme.upperBound...] }
        if let sign = place.lastIndex(of: "@") { place = place[place.index(after: sign)...] }
        return "\(place.prefix { $0 != "/" && $0 != "'" }) of \(words[0])"
    }
}

/// Finds libcurl's remark that a server has refused a request over HTTP/2 without acting on it, so that it may be sent again (RFC 9113 section
/// 8.7).
enum RefusalRemark {
    static func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if bytes.starts(with: "REFUSED_STREAM".utf8) || bytes.starts(with: "Downgrades to HTTP/1.1".utf8) { return true }
        return bytes.starts(with: "HTTP/2 stream ".utf8) && HeaderText.string(bytes).contains("refused by server")
    }
}

/// Parses libcurl's message that it cannot answer a `Negotiate` challenge: `gss_init_sec_context() failed: …`. libcurl then sends the
/// request without `Authorization`, and the server's 401 does not tell why.
enum NegotiateRemark {
    private static let beginning = Array("gss_init_sec_context() failed: ".utf8)

    /// A sentence for the user, with the message of the security library.
    static func parse(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.first == beginning[0], bytes.starts(with: beginning) else { return nil }
        let text = HeaderText.string(bytes.part(beginning.count..<bytes.count).withoutLineEnd)
        let reason = text.split(separator: " ").joined(separator: " ")
        return "There is no Kerberos ticket for Negotiate: get one with kinit and send again. (\(reason))"
    }
}

/// Reads the certificates that a server sent from `CURLINFO_CERTINFO`: `Name:value` lines for each.
enum CertificateChain {
    static func read(from easy: EasyHandle) -> [HTTPCertificate] {
        var info: UnsafePointer<curl_certinfo>?
        guard ccurl_get_certificates(easy.functions, easy.pointer, &info) == CURLE_OK, let info, let lists = info.pointee.certinfo else {
            return []
        }
        return (0..<Int(info.pointee.num_of_certs)).map { index in
            var lines: [String] = []
            var node = lists[index]
            while let current = node {
                if let data = current.pointee.data { lines.append(String(cString: data)) }
                node = current.pointee.next
            }
            return certificate(from: lines)
        }
    }

    /// Sorts the lines of one certificate into its parts.
    static func certificate(from lines: [String]) -> HTTPCertificate {
        var certificate = HTTPCertificate(subject: "", issuer: "")
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = String(line[line.index(after: colon)...])
            switch line[..<colon] {
            case "Subject": certificate.subject = value
            case "Issuer": certificate.issuer = value
            case "Start date": certificate.notBefore = value
            case "Expire date": certificate.notAfter = value
            case "X509v3 Subject Alternative Name": certificate.names = names(in: value)
            case let name: certificate.details.append(HTTPHeaderField(name: String(name), value: value))
            }
        }
        // A name may contain the separator of the list; the certificate itself is unambiguous.
        if let names = certificate.facts?.names { certificate.names = names }
        return certificate
    }

    /// `DNS:example.org, IP Address:127.0.0.1` without the kinds.
    private static func names(in list: String) -> [String] {
        list.split(separator: ",").map { entry in
            let text = entry.drop { $0 == " " }
            return String(text.firstIndex(of: ":").map { text[text.index(after: $0)...] } ?? text)
        }
    }
}
