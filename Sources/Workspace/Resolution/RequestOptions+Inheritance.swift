extension RequestOptions {
    /// These options, and where they say nothing those of the folder around.
    func inheriting(_ outer: RequestOptions) -> RequestOptions {
        var result = self
        result.timeout = timeout ?? outer.timeout
        result.connectTimeout = connectTimeout ?? outer.connectTimeout
        result.redirects.follow = redirects.follow ?? outer.redirects.follow
        result.redirects.limit = redirects.limit ?? outer.redirects.limit
        result.retry.attempts = retry.attempts ?? outer.retry.attempts
        result.retry.backoff = retry.backoff ?? outer.retry.backoff
        result.retry.statuses = retry.statuses.isEmpty ? outer.retry.statuses : retry.statuses
        result.tls = tls.inheriting(outer.tls)
        result.environment = environment ?? outer.environment
        result.httpVersion = httpVersion ?? outer.httpVersion
        result.proxy = proxy ?? outer.proxy
        result.cookies = cookies ?? outer.cookies
        result.decompress = decompress ?? outer.decompress
        result.throttle = throttle ?? outer.throttle
        return result
    }
}

extension RequestOptions.TLS {
    fileprivate func inheriting(_ outer: RequestOptions.TLS) -> RequestOptions.TLS {
        var result = self
        result.verify = verify ?? outer.verify
        result.minimum = minimum ?? outer.minimum
        result.authorities = authorities ?? outer.authorities
        if certificate == nil {
            // A key and its passphrase belong to their certificate.
            (result.certificate, result.key, result.passphrase) = (outer.certificate, outer.key, outer.passphrase)
        }
        return result
    }
}

extension ResolutionInput {
    /// The request's options with all that is inherited.
    public var options: RequestOptions {
        inherited.reversed().reduce(draft.options) { $0.inheriting($1.content.options) }
    }
}
