import Platform

/// The states for path, query and fragment.
extension WebURLParser {
    mutating func pathStart() -> Step {
        if url.isSpecial {
            state = .path
            if current != "/", current != "\\" { position -= 1 }
            return .next
        }
        if override == nil, let step = queryOrFragment() { return step }
        if current == nil {
            if override != nil, url.hostText == nil { url.appendSegment("") }
        } else {
            state = .path
            if current != "/" { position -= 1 }
        }
        return .next
    }

    /// Begins the query or the fragment; nil if neither is next.
    mutating func queryOrFragment() -> Step? {
        switch current {
        case "?":
            url.queryText = ""
            return go(.query)
        case "#":
            url.fragmentText = ""
            return go(.fragment)
        default: return nil
        }
    }

    private var isSegmentEnd: Bool {
        current == nil || current == "/" || (url.isSpecial && current == "\\") || (override == nil && (current == "?" || current == "#"))
    }

    mutating func path() -> Step {
        guard isSegmentEnd else {
            // This is not the end, so there is a code point.
            buffer += String(current!).percentEncoded(keeping: .urlPath)
            return .next
        }
        endSegment(isFollowedBySlash: current == "/" || (url.isSpecial && current == "\\"))
        buffer = ""
        return queryOrFragment() ?? .next
    }

    private mutating func endSegment(isFollowedBySlash: Bool) {
        if Self.isDoubleDot(buffer) {
            url.shortenPath()
            if !isFollowedBySlash { url.appendSegment("") }
        } else if Self.isSingleDot(buffer) {
            if !isFollowedBySlash { url.appendSegment("") }
        } else {
            if url.schemeName == "file", url.segments.isEmpty, Self.isDriveLetter(buffer) { buffer = String(buffer.prefix(1)) + ":" }
            url.appendSegment(buffer)
        }
    }

    mutating func opaquePath() -> Step {
        if let step = queryOrFragment() { return step }
        guard let scalar = current else { return .next }
        let isBeforeEnd = scalar == " " && (remaining.first == "?" || remaining.first == "#")
        appendToOpaquePath(isBeforeEnd ? "%20" : String(scalar).percentEncoded(keeping: .printable))
        return .next
    }

    private mutating func appendToOpaquePath(_ text: String) {
        guard case .opaque(var path) = url.pathParts else { return }
        url.pathParts = .opaque("")  // Releases its reference, so that the text is appended in place.
        path += text
        url.pathParts = .opaque(path)
    }

    mutating func query() -> Step {
        guard let scalar = current else { return .next }
        if override == nil, scalar == "#" {
            url.fragmentText = ""
            return go(.fragment)
        }
        let text = String(scalar).percentEncoded(keeping: url.isSpecial ? .urlSpecialQuery : .urlQuery)
        url.queryText?.append(text)
        return .next
    }

    mutating func fragment() -> Step {
        if let current { url.fragmentText?.append(String(current).percentEncoded(keeping: .urlFragment)) }
        return .next
    }

    private static func isSingleDot(_ text: String) -> Bool { text == "." || ASCII.equalIgnoringCase(text, "%2e") }

    private static func isDoubleDot(_ text: String) -> Bool {
        ["..", ".%2e", "%2e.", "%2e%2e"].contains { ASCII.equalIgnoringCase(text, $0) }
    }
}

/// The states of the `file` scheme, with its drive letters.
extension WebURLParser {
    mutating func file() -> Step {
        url.schemeName = "file"
        url.hostText = ""
        if current == "/" || current == "\\" { return go(.fileSlash) }
        guard let base, base.schemeName == "file" else { return reconsume(.path) }
        url.hostText = base.hostText
        url.pathParts = base.pathParts
        url.queryText = base.queryText
        if let step = queryOrFragment() { return step }
        if current == nil { return .next }
        url.queryText = nil
        if startsWithDriveLetter(at: position) { url.pathParts = .segments([]) } else { url.shortenPath() }
        return reconsume(.path)
    }

    mutating func fileSlash() -> Step {
        if current == "/" || current == "\\" { return go(.fileHost) }
        if let base, base.schemeName == "file" {
            url.hostText = base.hostText
            if !startsWithDriveLetter(at: position), let first = base.segments.first, Self.isNormalizedDriveLetter(first) {
                url.appendSegment(first)
            }
        }
        return reconsume(.path)
    }

    mutating func fileHost() -> Step {
        if let current, !"/\\?#".unicodeScalars.contains(current) {
            buffer.unicodeScalars.append(current)
            return .next
        }
        position -= 1
        if override == nil, Self.isDriveLetter(buffer) { return go(.path) }
        if buffer.isEmpty {
            url.hostText = ""
        } else {
            guard let host = WebHost.parse(buffer, isOpaque: !url.isSpecial) else { return .failure }
            url.hostText = host == "localhost" ? "" : host
            buffer = ""
        }
        return override == nil ? go(.pathStart) : .done
    }

    private func startsWithDriveLetter(at start: Int) -> Bool {
        guard input.count - start >= 2, Self.isLetter(input[start]), ":|".unicodeScalars.contains(input[start + 1]) else { return false }
        return input.count - start == 2 || "/\\?#".unicodeScalars.contains(input[start + 2])
    }

    static func isDriveLetter(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        return scalars.count == 2 && isLetter(scalars[0]) && ":|".unicodeScalars.contains(scalars[1])
    }

    static func isNormalizedDriveLetter(_ text: String) -> Bool { isDriveLetter(text) && text.hasSuffix(":") }
}

/// The states for credentials, host and port.
extension WebURLParser {
    private var isAuthorityEnd: Bool {
        current == nil || current == "/" || current == "?" || current == "#" || (url.isSpecial && current == "\\")
    }

    mutating func authority() -> Step {
        if current == "@" {
            parseCredentials()
            return .next
        }
        guard isAuthorityEnd else {
            // This is not the end, so there is a code point.
            buffer.unicodeScalars.append(current!)
            return .next
        }
        if atSignSeen, buffer.isEmpty { return .failure }
        position -= buffer.unicodeScalars.count + 1
        buffer = ""
        return go(.host)
    }

    private mutating func parseCredentials() {
        let text = (atSignSeen ? "%40" : "") + buffer
        atSignSeen = true
        for scalar in text.unicodeScalars {
            if scalar == ":", !passwordTokenSeen {
                passwordTokenSeen = true
            } else if passwordTokenSeen {
                url.passwordText += String(scalar).percentEncoded(keeping: .urlUserInfo)
            } else {
                url.usernameText += String(scalar).percentEncoded(keeping: .urlUserInfo)
            }
        }
        buffer = ""
    }

    mutating func host() -> Step {
        if override != nil, url.schemeName == "file" { return reconsume(.fileHost) }
        if current == ":", !insideBrackets { return hostBeforePort() }
        if isAuthorityEnd { return hostAtEnd() }
        if current == "[" { insideBrackets = true }
        if current == "]" { insideBrackets = false }
        // This is not the end, so there is a code point.
        buffer.unicodeScalars.append(current!)
        return .next
    }

    private mutating func hostBeforePort() -> Step {
        if buffer.isEmpty || override == .hostname { return .failure }
        guard let host = WebHost.parse(buffer, isOpaque: !url.isSpecial) else { return .failure }
        url.hostText = host
        buffer = ""
        return go(.port)
    }

    private mutating func hostAtEnd() -> Step {
        position -= 1
        if url.isSpecial, buffer.isEmpty { return .failure }
        if override != nil, buffer.isEmpty, url.hasCredentials || url.portNumber != nil { return .failure }
        guard let host = WebHost.parse(buffer, isOpaque: !url.isSpecial) else { return .failure }
        url.hostText = host
        buffer = ""
        return override == nil ? go(.pathStart) : .done
    }

    mutating func port() -> Step {
        if let current, Self.isDigit(current) {
            buffer.unicodeScalars.append(current)
            return .next
        }
        guard isAuthorityEnd || override != nil else { return .failure }
        if !buffer.isEmpty {
            guard let number = Int(buffer), number <= 65_535 else { return .failure }
            url.portNumber = WebURL.defaultPorts[url.schemeName] == number ? nil : number
            buffer = ""
            if override != nil { return .done }
        }
        return override == nil ? reconsume(.pathStart) : .failure
    }
}
