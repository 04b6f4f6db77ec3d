import HTTP

extension Exchange {
    /// What is kept of a large answer that held a secret.
    private static let maskedBodyByteCount = 64 << 10

    /// The exchange with signs in the place of secrets, in the answer too. Of a body that is a file with a secret in it the
    /// beginning stays. Not for the main actor.
    public func masked(by mask: SecretMask) -> Exchange {
        guard !mask.isEmpty else { return self }
        var exchange = self
        exchange.request.url = mask.masked(request.url)
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
        hop.url = mask.masked(url)
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
        case .bytes(let bytes): return Self(storage: .bytes(mask.masked(bytes)), byteCount: byteCount, isComplete: isComplete)
        case .file(let path):
            guard mask.isFound(inFileAt: path) else { return self }
            // The end may be a part of a secret that nobody would know.
            let beginning = mask.masked(beginning(limit)).dropLast(mask.mostByteCount - 1)
            return Self(storage: .bytes(Array(beginning)), byteCount: byteCount, isComplete: false)
        }
    }
}

extension HTTPHeaders {
    fileprivate func masked(by mask: SecretMask) -> Self {
        HTTPHeaders(fields.map { HTTPHeaderField(name: $0.name, value: mask.masked($0.value)) })
    }
}
