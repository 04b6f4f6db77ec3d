public import HTTP

extension Exchange {
    /// The exchange with the names alone of the cookies that the jar sent and of those that the answer sets: they are credentials as often as not,
    /// and the jar has them.
    public func concealingCookies() -> Exchange {
        let signs = CookieSigns(jar: Set(request.jarCookies))
        var exchange = self
        exchange.request.headers = signs.concealing(request.headers)
        exchange.request.headerBytes = signs.concealing(request.headerBytes)
        exchange.response?.headers = signs.concealing(response?.headers ?? [:])
        exchange.response?.headerBytes = signs.concealing(response?.headerBytes ?? [])
        exchange.hops = hops.map { hop in
            var hop = hop
            hop.metrics.requestHeaderBytes = signs.concealing(hop.metrics.requestHeaderBytes)
            hop.metrics.responseHeaderBytes = signs.concealing(hop.metrics.responseHeaderBytes)
            return hop
        }
        return exchange
    }
}

extension Exchange.Request {
    /// The headers without the cookies of the jar, which adds what it has by then when the request is sent again.
    public var headersWithoutJar: HTTPHeaders {
        guard !jarCookies.isEmpty else { return headers }
        let signs = CookieSigns(jar: Set(jarCookies))
        return HTTPHeaders(
            headers.fields.compactMap { field in
                guard field.isNamed("Cookie") else { return field }
                let own = CookieSigns.pairs(of: field.value).filter { !signs.isOfJar($0) }
                return own.isEmpty ? nil : HTTPHeaderField(name: field.name, value: own.joined(separator: "; "))
            })
    }
}

/// Puts signs in the place of cookies' values in header sections.
private struct CookieSigns {
    /// The names of the cookies that came from the jar. What a request says itself stays: it is masked where it holds a secret.
    let jar: Set<String>

    func concealing(_ headers: HTTPHeaders) -> HTTPHeaders {
        HTTPHeaders(headers.fields.map { HTTPHeaderField(name: $0.name, value: concealing($0.value, of: $0.name)) })
    }

    /// Header lines as they went over the wire, of which only those of cookies are read as text.
    func concealing(_ bytes: [UInt8]) -> [UInt8] {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line -> [UInt8] in
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            guard name.count < line.count, ["cookie", "set-cookie"].contains(String(decoding: name, as: UTF8.self).lowercased()) else {
                return Array(line)
            }
            let value = String(decoding: line.dropFirst(name.count + 1), as: UTF8.self)
            let ending = value.hasSuffix("\r") ? "\r" : ""
            let concealed = concealing(String(value.dropLast(ending.count)), of: String(decoding: name, as: UTF8.self))
            return Array(name) + Array(":\(concealed)\(ending)".utf8)
        }
        return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }

    private func concealing(_ value: String, of name: String) -> String {
        switch name.lowercased() {
        case "cookie":
            let pairs = value.split(separator: ";", omittingEmptySubsequences: false).map { isOfJar($0) ? Self.concealed($0) : String($0) }
            return pairs.joined(separator: ";")
        case "set-cookie":
            let pair = value.prefix { $0 != ";" }
            return Self.concealed(pair) + value.dropFirst(pair.count)
        default: return value
        }
    }

    func isOfJar(_ pair: some StringProtocol) -> Bool {
        jar.contains(String(pair.drop { $0 == " " }.prefix { $0 != "=" }))
    }

    static func pairs(of value: String) -> [String] {
        value.split(separator: ";").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
    }

    /// A pair with a sign for its value; one without a name is a value (RFC 6265bis, section 5.6).
    private static func concealed(_ pair: Substring) -> String {
        let name = pair.firstIndex(of: "=").map { pair[...$0] } ?? pair.prefix { $0 == " " }
        return name.count == pair.count ? String(pair) : name + SecretMask.sign
    }
}
