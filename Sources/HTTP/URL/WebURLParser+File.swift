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
            if startsWithDriveLetter(at: position) { url.pathParts = .segments([]) } else { url.shortenPath() }
            return reconsume(.path)
        }
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
