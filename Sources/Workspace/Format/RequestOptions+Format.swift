extension RequestOptions: Formatted {
    static let blank = Self()
    static let fields: [Field<RequestOptions>] = [
        Field("timeout", \.timeout, Coder<Double>.seconds.optional),
        Field("connectTimeout", \.connectTimeout, Coder<Double>.seconds.optional),
        Field("redirects", \.redirects, .object),
        Field("retry", \.retry, .object),
        Field("tls", \.tls, .object),
        Field("environment", \.environment, Coder<String>.string.optional),
        Field("httpVersion", \.httpVersion, Coder<String>.string.optional),
        Field("proxy", \.proxy, Coder<String>.string.optional),
        Field("cookies", \.cookies, Coder<Bool>.flag.optional),
        Field("decompress", \.decompress, Coder<Bool>.flag.optional),
        Field("throttle", \.throttle, Coder<Bool>.flag.optional),
    ]
}

extension RequestOptions.Redirects: Formatted {
    static let fields: [Field<Self>] = [
        Field("follow", \.follow, Coder<Bool>.flag.optional),
        Field("limit", \.limit, Coder<Int>.integer.optional),
    ]

    static let blank = Self()
}

extension RequestOptions.Retry: Formatted {
    static let fields: [Field<Self>] = [
        Field("attempts", \.attempts, Coder<Int>.integer.optional),
        Field("backoff", \.backoff, Coder<String>.string.optional),
        Field("statuses", \.statuses, Coder<Int>.integer.list),
    ]

    static let blank = Self()
}

extension RequestOptions.TLS: Formatted {
    static let blank = Self()
    static let fields: [Field<Self>] = [
        Field("verify", \.verify, Coder<Bool>.flag.optional),
        Field("minimum", \.minimum, Coder<String>.string.optional),
        Field("authorities", \.authorities, Coder<String>.string.optional),
        Field("certificate", \.certificate, Coder<String>.string.optional),
        Field("key", \.key, Coder<String>.string.optional),
        Field("passphrase", \.passphrase, Coder<String>.string.optional),
    ]
}
