/// The states before the authority.
extension WebURLParser {
    mutating func schemeStart() -> Step {
        if let current, Self.isLetter(current) {
            buffer.unicodeScalars.append(Self.lowercased(current))
            return go(.scheme)
        }
        return override == nil ? reconsume(.noScheme) : .failure
    }

    mutating func scheme() -> Step {
        if let current, Self.isLetter(current) || Self.isDigit(current) || "+-.".unicodeScalars.contains(current) {
            buffer.unicodeScalars.append(Self.lowercased(current))
            return .next
        }
        if current == ":" { return override == nil ? schemeEnd() : changeScheme() }
        guard override == nil else { return .failure }
        buffer = ""
        position = -1
        return go(.noScheme)
    }

    private mutating func changeScheme() -> Step {
        let isSpecial = WebURL.defaultPorts.keys.contains(buffer)
        guard isSpecial == url.isSpecial, !(buffer == "file" && (url.hasCredentials || url.portNumber != nil)),
            !(url.schemeName == "file" && (url.hostText ?? "").isEmpty)
        else { return .done }
        url.schemeName = buffer
        if let port = WebURL.defaultPorts[buffer], port == url.portNumber { url.portNumber = nil }
        return .done
    }

    private mutating func schemeEnd() -> Step {
        url.schemeName = buffer
        buffer = ""
        if url.schemeName == "file" { return go(.file) }
        if url.isSpecial { return go(base?.schemeName == url.schemeName ? .specialRelativeOrAuthority : .specialAuthoritySlashes) }
        if remaining.first == "/" {
            position += 1
            return go(.pathOrAuthority)
        }
        url.pathParts = .opaque("")
        return go(.opaquePath)
    }

    mutating func noScheme() -> Step {
        guard let base, !(base.hasOpaquePath && current != "#") else { return .failure }
        if base.hasOpaquePath {
            url = base
            url.fragmentText = ""
            return go(.fragment)
        }
        return reconsume(base.schemeName == "file" ? .file : .relative)
    }

    mutating func specialRelativeOrAuthority() -> Step {
        guard current == "/", remaining.first == "/" else { return reconsume(.relative) }
        position += 1
        return go(.specialAuthorityIgnoreSlashes)
    }

    mutating func pathOrAuthority() -> Step {
        current == "/" ? go(.authority) : reconsume(.path)
    }

    mutating func relative() -> Step {
        // Only entered with a base: see `noScheme` and `schemeEnd`.
        guard let base else { return .failure }
        url.schemeName = base.schemeName
        if current == "/" || (url.isSpecial && current == "\\") { return go(.relativeSlash) }
        let scheme = url.schemeName
        url = base
        url.schemeName = scheme
        url.fragmentText = nil
        return afterBasePath()
    }

    /// The path of the base is taken over; what follows replaces its end, its query or its fragment.
    private mutating func afterBasePath() -> Step {
        switch current {
        case "?":
            url.queryText = ""
            return go(.query)
        case "#":
            url.fragmentText = ""
            return go(.fragment)
        case nil: return .next
        default:
            url.queryText = nil
            url.shortenPath()
            return reconsume(.path)
        }
    }

    mutating func relativeSlash() -> Step {
        if url.isSpecial, current == "/" || current == "\\" { return go(.specialAuthorityIgnoreSlashes) }
        if current == "/" { return go(.authority) }
        if let base {
            url.usernameText = base.usernameText
            url.passwordText = base.passwordText
            url.hostText = base.hostText
            url.portNumber = base.portNumber
        }
        return reconsume(.path)
    }

    mutating func specialAuthoritySlashes() -> Step {
        guard current == "/", remaining.first == "/" else { return reconsume(.specialAuthorityIgnoreSlashes) }
        position += 1
        return go(.specialAuthorityIgnoreSlashes)
    }

    mutating func specialAuthorityIgnoreSlashes() -> Step {
        current == "/" || current == "\\" ? .next : reconsume(.authority)
    }

    static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && ASCII.isLetter(UInt8(scalar.value)) }
    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && ASCII.isDigit(UInt8(scalar.value)) }

    static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.isASCII ? Unicode.Scalar(ASCII.lowercased(UInt8(scalar.value))) : scalar
    }
}
