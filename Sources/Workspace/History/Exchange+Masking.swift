public import HTTP

extension Exchange {
    /// The number of bytes that are stored of a large body that contains a secret.
    private static let maskedBodyByteCount = 64 << 10

    /// The exchange with all secrets masked. Of a body file with a secret, only the beginning is stored. Reads files, so do not call it on
    /// the main actor.
    public func masked(by mask: SecretMask) -> Exchange {
        guard !mask.isEmpty else { return self }
        var exchange = self
        exchange.request.url = mask.masked(url: request.url)
        exchange.request.headers = request.headers.masked(by: mask)
        exchange.request.headerBytes = mask.masked(request.headerBytes)
        exchange.request.body = request.body.masked(by: mask, keeping: Self.maskedBodyByteCount)
        exchange.hops = hops.map { $0.masked(by: mask) }
        exchange.trace = trace.map { TraceLine(offset: $0.offset, text: mask.masked($0.text)) }
        exchange.error = error.map { Failure(code: $0.code, message: mask.masked($0.message)) }
        exchange.response?.reason = mask.masked(response?.reason ?? "")
        exchange.response?.headers = response?.headers.masked(by: mask) ?? [:]
        exchange.response?.headerBytes = mask.masked(response?.headerBytes ?? [])
        if let body = response?.body { exchange.response?.body = body.masked(by: mask, keeping: Self.maskedBodyByteCount) }
        return exchange
    }
}

extension Exchange.Hop {
    fileprivate func masked(by mask: SecretMask) -> Self {
        var hop = self
        hop.url = mask.masked(url: url)
        hop.reason = mask.masked(reason)
        hop.metrics.requestHeaderBytes = mask.masked(metrics.requestHeaderBytes)
        hop.metrics.responseHeaderBytes = mask.masked(metrics.responseHeaderBytes)
        hop.error = error.map { .init(code: $0.code, message: mask.masked($0.message)) }
        return hop
    }
}

extension ExchangeBody {
    fileprivate func masked(by mask: SecretMask, keeping limit: Int) -> Self {
        switch storage {
        case .bytes(let bytes):
            let masked = isComplete ? mask.masked(bytes) : mask.masked(cut: bytes)
            return Self(storage: .bytes(masked), byteCount: byteCount, isComplete: isComplete)
        case .file(let path):
            guard mask.isFound(inFileAt: path, isCut: !isComplete) else { return self }
            // The end may contain a part of a secret, which would not be recognized.
            let beginning = mask.masked(beginning(limit)).dropLast(mask.longestByteCount - 1)
            return Self(storage: .bytes(Array(beginning)), byteCount: byteCount, isComplete: false)
        }
    }
}

extension HTTPHeaders {
    fileprivate func masked(by mask: SecretMask) -> Self {
        HTTPHeaders(fields.map { HTTPHeaderField(name: $0.name, value: mask.masked($0.value)) })
    }
}

extension Exchange {
    /// The exchange with the values of cookies masked that the jar sent or the response sets: they are often credentials, and the jar
    /// stores them.
    public func concealingCookies() -> Exchange {
        guard CookieSigns.areIn(self) else { return self }
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
    /// The headers without the cookies from the jar, which adds its current ones if the request is sent again.
    public var headersWithoutJar: HTTPHeaders {
        guard !jarCookies.isEmpty else { return headers }
        let signs = CookieSigns(jar: Set(jarCookies))
        return HTTPHeaders(
            headers.fields.compactMap { field in
                guard field.isNamed("Cookie") else { return field }
                let pairs = CookieSigns.pairs(of: field.value).filter { !signs.isOfJar($0) }
                return pairs.isEmpty ? nil : HTTPHeaderField(name: field.name, value: pairs.joined(separator: "; "))
            })
    }
}

/// Masks the values of cookies in header sections.
private struct CookieSigns {
    /// The names of the cookies from the jar. Cookies of the request itself stay; secrets in them are masked elsewhere.
    let jar: Set<String>

    /// False for most exchanges, which are left as they are.
    static func areIn(_ exchange: Exchange) -> Bool {
        areIn(exchange.request.headers) || areIn(exchange.response?.headers ?? [:]) || mayHoldCookies(exchange.request.headerBytes)
            || mayHoldCookies(exchange.response?.headerBytes ?? [])
            || exchange.hops.contains { mayHoldCookies($0.metrics.requestHeaderBytes) || mayHoldCookies($0.metrics.responseHeaderBytes) }
    }

    private static func areIn(_ headers: HTTPHeaders) -> Bool {
        headers.fields.contains { $0.isNamed("Cookie") || $0.isNamed("Set-Cookie") }
    }

    func concealing(_ headers: HTTPHeaders) -> HTTPHeaders {
        guard Self.areIn(headers) else { return headers }
        return HTTPHeaders(headers.fields.map { HTTPHeaderField(name: $0.name, value: concealing($0.value, of: $0.name)) })
    }

    /// Masks header lines as sent; only the lines of cookies are decoded as text.
    func concealing(_ bytes: [UInt8]) -> [UInt8] {
        guard Self.mayHoldCookies(bytes) else { return bytes }
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

    /// False for most header sections, which are left as they are: no name ends in `cookie`.
    private static func mayHoldCookies(_ bytes: [UInt8]) -> Bool {
        let name = Array("cookie".utf8)
        return bytes.withUnsafeBufferPointer { bytes in
            bytes.indices.contains { end in
                bytes[end] == UInt8(ascii: ":") && end >= name.count
                    && zip(bytes[(end - name.count)..<end], name).allSatisfy { $0 | 0x20 == $1 }
            }
        }
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

    /// A masked pair; one without a name is a value (RFC 6265bis, section 5.6).
    private static func concealed(_ pair: Substring) -> String {
        let name = pair.firstIndex(of: "=").map { pair[...$0] } ?? pair.prefix { $0 == " " }
        return name.count == pair.count ? String(pair) : name + SecretMask.sign
    }
}
