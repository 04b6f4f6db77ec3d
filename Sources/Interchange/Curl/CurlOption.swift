/// A word of curl's command line that begins with a hyphen (curl(1)).
enum CurlOption {
    /// What an option is for.
    enum Meaning: Hashable {
        case method, header, data, dataRaw, dataURLEncoded, json, form, formString, user, userAgent, referer, cookie, url, upload
        case proxyUser, bearer, signature, query, range
        /// What a request has an option for, under the word that ``CurlSetting`` knows.
        case setting(String)
        // Without a value.
        case get, head, location, compressed, digest, ntlm, negotiate, basic
        /// Of the command line alone: what is said on the way.
        case silent
        /// Known with a value, and not taken over.
        case unsupported, unsupportedValue
    }

    static func hasValue(_ meaning: Meaning) -> Bool {
        switch meaning {
        case .get, .head, .location, .compressed, .digest, .ntlm, .negotiate, .basic, .silent, .unsupported: false
        case .setting(let word): CurlSetting.long[word]?.first?.said == nil
        default: true
        }
    }

    static let long = CurlSetting.long.reduce(into: words) { $0[$1.key] = .setting($1.key) }

    static let short = CurlSetting.all.reduce(into: letters) { letters, setting in
        if let letter = setting.short { letters[letter] = .setting(setting.word) }
    }

    private static let words: [String: Meaning] = [
        "request": .method, "header": .header, "data": .data, "data-ascii": .data, "data-binary": .data, "data-raw": .dataRaw,
        "data-urlencode": .dataURLEncoded, "json": .json, "form": .form, "form-string": .formString, "user": .user,
        "user-agent": .userAgent, "referer": .referer, "cookie": .cookie, "url": .url, "upload-file": .upload,
        "oauth2-bearer": .bearer, "aws-sigv4": .signature, "url-query": .query,
        "get": .get, "head": .head, "location": .location, "location-trusted": .location,
        "compressed": .compressed, "digest": .digest, "ntlm": .ntlm, "negotiate": .negotiate, "basic": .basic,
        "silent": .silent, "show-error": .silent, "fail": .silent, "fail-with-body": .silent,
        "verbose": .silent, "include": .silent, "show-headers": .silent, "remote-name": .unsupported, "no-progress-meter": .silent,
        "progress-bar": .silent, "no-buffer": .silent, "globoff": .silent, "create-dirs": .unsupported, "output": .unsupportedValue,
        "write-out": .unsupportedValue, "dump-header": .unsupportedValue, "trace": .unsupportedValue, "trace-ascii": .unsupportedValue,
        "stderr": .unsupportedValue, "remote-header-name": .unsupported,
        "buffer": .silent, "progress-meter": .silent, "cookie-jar": .unsupportedValue,
        "range": .range,
        "proxy-user": .proxyUser, "retry-delay": .unsupportedValue,
        "retry-max-time": .unsupportedValue, "proto": .unsupportedValue, "ciphers": .unsupportedValue, "config": .unsupportedValue,
        "cert-type": .unsupportedValue, "key-type": .unsupportedValue,
        "retry-connrefused": .unsupported, "retry-all-errors": .unsupported,
        "netrc": .unsupported, "anyauth": .unsupported, "proto-default": .unsupportedValue,
        "next": .unsupported, "post303": .unsupported, "preproxy": .unsupportedValue,
    ]

    private static let letters: [Character: Meaning] = [
        "X": .method, "H": .header, "d": .data, "F": .form, "u": .user, "A": .userAgent, "e": .referer, "b": .cookie, "T": .upload,
        "G": .get, "I": .head, "L": .location,
        "s": .silent, "S": .silent, "f": .silent, "v": .silent, "i": .silent, "O": .unsupported, "N": .silent, "#": .silent, "g": .silent,
        "J": .unsupported, "o": .unsupportedValue, "w": .unsupportedValue, "D": .unsupportedValue, "c": .unsupportedValue, "r": .range,
        "U": .proxyUser, "K": .unsupportedValue, "n": .unsupported,
    ]
}
