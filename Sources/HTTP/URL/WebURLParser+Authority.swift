import Platform

/// The states for credentials, host and port.
extension WebURLParser {
    private var isAuthorityEnd: Bool {
        current == nil || current == "/" || current == "?" || current == "#" || (url.isSpecial && current == "\\")
    }

    mutating func authority() -> Step {
        if current == "@" {
            takeCredentials()
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

    private mutating func takeCredentials() {
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
