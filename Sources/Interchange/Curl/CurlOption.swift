/// A word of curl's command line that begins with a hyphen (curl(1)).
enum CurlOption {
    /// The meaning of an option.
    enum Meaning: Hashable {
        case method, header, data, dataBinary, dataRaw, dataURLEncoded, json, form, formString, user, userAgent, referer, cookie, url,
            upload
        case proxyUser, bearer, signature, query, range
        /// A request option, by the word that ``CurlSetting`` knows.
        case setting(String)
        // Without a value.
        case get, head, location, compressed, digest, ntlm, negotiate, basic
        /// Of the command line alone: what is said on the way.
        case silent
        /// Brackets in URLs are no patterns.
        case verbatim
        /// Known with a value, and not taken over.
        case unsupported, unsupportedValue
    }

    static func hasValue(_ meaning: Meaning) -> Bool {
        switch meaning {
        case .get, .head, .location, .compressed, .digest, .ntlm, .negotiate, .basic, .silent, .verbatim, .unsupported: false
        case .setting(let word): CurlSetting.long[word]?.first?.said == nil
        default: true
        }
    }

    static let long = CurlSetting.long.reduce(into: allWords) { $0[$1.key] = .setting($1.key) }

    static let short = CurlSetting.all.reduce(into: allLetters) { letters, setting in
        if let letter = setting.short { letters[letter] = .setting(setting.word) }
    }

    private static let allWords = [(silentWords, Meaning.silent), (lostWords, .unsupported), (lostWordsWithValue, .unsupportedValue)]
        .reduce(into: words) { all, list in
            for word in list.0.split(separator: " ") { all[String(word)] = list.1 }
        }

    private static let allLetters = [("sSfviNqZ#", Meaning.silent), ("OJnaBjlMR123:", .unsupported), ("owDcKChPQtz", .unsupportedValue)]
        .reduce(into: letters) { all, list in
            for letter in list.0 { all[letter] = list.1 }
        }

    private static let words: [String: Meaning] = [
        "request": .method, "header": .header, "data": .data, "data-ascii": .data, "data-binary": .dataBinary, "data-raw": .dataRaw,
        "data-urlencode": .dataURLEncoded, "json": .json, "form": .form, "form-string": .formString, "user": .user,
        "user-agent": .userAgent, "referer": .referer, "cookie": .cookie, "url": .url, "upload-file": .upload,
        "oauth2-bearer": .bearer, "aws-sigv4": .signature, "url-query": .query, "range": .range, "proxy-user": .proxyUser,
        "get": .get, "head": .head, "location": .location, "location-trusted": .location, "follow": .location,
        "compressed": .compressed, "globoff": .verbatim, "digest": .digest, "ntlm": .ntlm, "negotiate": .negotiate, "basic": .basic,
    ]

    private static let letters: [Character: Meaning] = [
        "X": .method, "H": .header, "d": .data, "F": .form, "u": .user, "A": .userAgent, "e": .referer, "b": .cookie, "T": .upload,
        "G": .get, "g": .verbatim, "I": .head, "L": .location, "r": .range, "U": .proxyUser,
    ]
}
