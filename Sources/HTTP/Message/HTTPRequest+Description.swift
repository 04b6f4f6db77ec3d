import Platform

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the URL, then a line for each header and one for the body. Passwords, tokens and keys are masked, also in the query.
    ///
    /// ```
    /// POST https://leia:••••@swapi.dev/api/people?page=1&token=••••
    /// Accept: application/json
    /// Authorization: ••••
    /// JSONBody, 15 bytes
    /// ```
    public var description: String {
        let fields = headers.fields.map { "\($0.name): \($0.isCredential ? Self.mask : $0.value)" }
        return (["\(method) \(maskedURL)"] + fields + (body.isEmpty ? [] : [bodyDescription])).joined(separator: "\n")
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children, because options may be secret.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    private static let mask = HTTPSecret("").description

    private var maskedURL: String {
        var masked = self
        if let info = percentEncodedUserInfo, let colon = info.firstIndex(of: ":") {
            masked.percentEncodedUserInfo = info[...colon] + Self.mask
        }
        masked.percentEncodedQuery = percentEncodedQuery.map { query in
            query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
                guard let sign = pair.firstIndex(of: "="), HTTPHeaderField.isCredential(pair[..<sign].percentDecoded()) else {
                    return String(pair)
                }
                return pair[...sign] + Self.mask
            }
            .joined(separator: "&")
        }
        return masked.url
    }

    private var bodyDescription: String {
        switch body.length {
        case .known(let count): "\(type(of: body)), \(count) byte\(count == 1 ? "" : "s")"
        case .unknown: "\(type(of: body)) of unknown length"
        }
    }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and its phrase, then a line for each header, with cookies and credentials masked. The body is not read.
    public var description: String {
        let phrase = message.isEmpty ? status.reasonPhrase ?? "" : message
        let fields = headers.fields.map { "\($0.name): \($0.isCredential ? HTTPSecret("").description : $0.value)" }
        return (["\(status)\(phrase.isEmpty ? "" : " \(phrase)")"] + fields).joined(separator: "\n")
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
