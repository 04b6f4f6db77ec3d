/// A word of curl's command line that begins with a hyphen (curl(1)).
enum CurlOption {
    /// What an option is for.
    enum Meaning: Hashable {
        case method, header, data, dataRaw, dataURLEncoded, json, form, formString, user, userAgent, referer, cookie, url, upload
        case maxTime, connectTimeout, maxRedirects, retry, proxy, authorities, certificate, key, passphrase, bearer, signature, query, range
        // Without a value.
        case get, head, insecure, location, compressed, digest, ntlm, negotiate, basic
        case http10, http11, http2, http2Prior, http3, tls10, tls11, tls12, tls13
        /// Of the command line alone: what is said on the way.
        case silent
        /// Known with a value, and not taken over.
        case unsupported, unsupportedValue
    }

    static func hasValue(_ meaning: Meaning) -> Bool {
        switch meaning {
        case .get, .head, .insecure, .location, .compressed, .digest, .ntlm, .negotiate, .basic, .http10, .http11, .http2, .http2Prior,
            .http3, .tls10, .tls11, .tls12, .tls13, .silent, .unsupported:
            false
        default: true
        }
    }

    static let long: [String: Meaning] = [
        "request": .method, "header": .header, "data": .data, "data-ascii": .data, "data-binary": .data, "data-raw": .dataRaw,
        "data-urlencode": .dataURLEncoded, "json": .json, "form": .form, "form-string": .formString, "user": .user,
        "user-agent": .userAgent, "referer": .referer, "cookie": .cookie, "url": .url, "upload-file": .upload, "max-time": .maxTime,
        "connect-timeout": .connectTimeout, "max-redirs": .maxRedirects, "retry": .retry, "proxy": .proxy, "cacert": .authorities,
        "cert": .certificate, "key": .key, "pass": .passphrase, "oauth2-bearer": .bearer, "aws-sigv4": .signature, "url-query": .query,
        "get": .get, "head": .head, "insecure": .insecure, "location": .location, "location-trusted": .location,
        "compressed": .compressed, "digest": .digest, "ntlm": .ntlm, "negotiate": .negotiate, "basic": .basic, "http1.0": .http10,
        "http1.1": .http11, "http2": .http2, "http2-prior-knowledge": .http2Prior, "http3": .http3, "tlsv1.0": .tls10, "tlsv1.1": .tls11,
        "tlsv1.2": .tls12, "tlsv1.3": .tls13, "silent": .silent, "show-error": .silent, "fail": .silent, "fail-with-body": .silent,
        "verbose": .silent, "include": .silent, "show-headers": .silent, "remote-name": .unsupported, "no-progress-meter": .silent,
        "progress-bar": .silent, "no-buffer": .silent, "globoff": .silent, "create-dirs": .unsupported, "output": .unsupportedValue,
        "write-out": .unsupportedValue, "dump-header": .unsupportedValue, "trace": .unsupportedValue, "trace-ascii": .unsupportedValue,
        "stderr": .unsupportedValue, "remote-header-name": .unsupported,
        "buffer": .silent, "progress-meter": .silent, "cookie-jar": .unsupportedValue, "limit-rate": .unsupportedValue,
        "resolve": .unsupportedValue,
        "connect-to": .unsupportedValue, "unix-socket": .unsupportedValue, "interface": .unsupportedValue, "range": .range,
        "proxy-user": .unsupportedValue, "noproxy": .unsupportedValue, "retry-delay": .unsupportedValue,
        "retry-max-time": .unsupportedValue, "proto": .unsupportedValue, "ciphers": .unsupportedValue, "config": .unsupportedValue,
        "cert-type": .unsupportedValue, "key-type": .unsupportedValue, "pinnedpubkey": .unsupportedValue,
        "retry-connrefused": .unsupported, "retry-all-errors": .unsupported, "ipv4": .unsupported, "ipv6": .unsupported,
        "netrc": .unsupported, "anyauth": .unsupported, "proto-default": .unsupportedValue, "speed-limit": .unsupportedValue,
        "speed-time": .unsupportedValue, "max-filesize": .unsupportedValue, "next": .unsupported,
    ]

    static let short: [Character: Meaning] = [
        "X": .method, "H": .header, "d": .data, "F": .form, "u": .user, "A": .userAgent, "e": .referer, "b": .cookie, "T": .upload,
        "m": .maxTime, "x": .proxy, "E": .certificate, "G": .get, "I": .head, "k": .insecure, "L": .location, "0": .http10,
        "s": .silent, "S": .silent, "f": .silent, "v": .silent, "i": .silent, "O": .unsupported, "N": .silent, "#": .silent, "g": .silent,
        "J": .unsupported, "o": .unsupportedValue, "w": .unsupportedValue, "D": .unsupportedValue, "c": .unsupportedValue, "r": .range,
        "U": .unsupportedValue, "K": .unsupportedValue, "4": .unsupported, "6": .unsupported, "n": .unsupported,
    ]
}
