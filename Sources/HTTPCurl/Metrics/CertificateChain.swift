internal import CCurl
internal import HTTP

/// The certificates that a server sent, as `CURLINFO_CERTINFO` lists them: `Name:value` lines for each.
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
        // A name may hold what separates names in a line of text: the certificate itself does not leave that open.
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
