/// Path, query and fragment.
extension WebURLParser {
    mutating func pathStart() -> Step {
        if url.isSpecial {
            state = .path
            if current != "/", current != "\\" { position -= 1 }
            return .next
        }
        switch current {
        case "?" where override == nil:
            url.queryText = ""
            return go(.query)
        case "#" where override == nil:
            url.fragmentText = ""
            return go(.fragment)
        case nil:
            if override != nil, url.hostText == nil { url.appendSegment("") }
            return .next
        default:
            state = .path
            if current != "/" { position -= 1 }
            return .next
        }
    }

    private var isSegmentEnd: Bool {
        current == nil || current == "/" || (url.isSpecial && current == "\\") || (override == nil && (current == "?" || current == "#"))
    }

    mutating func path() -> Step {
        guard isSegmentEnd else {
            // Not the end, so there is a code point.
            buffer += PercentEncodeSet.path.encode(current!)
            return .next
        }
        endSegment(isFollowedBySlash: current == "/" || (url.isSpecial && current == "\\"))
        buffer = ""
        if current == "?" {
            url.queryText = ""
            state = .query
        } else if current == "#" {
            url.fragmentText = ""
            state = .fragment
        }
        return .next
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
        switch current {
        case "?":
            url.queryText = ""
            return go(.query)
        case "#":
            url.fragmentText = ""
            return go(.fragment)
        case nil: return .next
        case let scalar?:
            let isBeforeEnd = scalar == " " && (remaining.first == "?" || remaining.first == "#")
            appendToOpaquePath(isBeforeEnd ? "%20" : PercentEncodeSet.control.encode(scalar))
            return .next
        }
    }

    private mutating func appendToOpaquePath(_ text: String) {
        guard case .opaque(let path) = url.pathParts else { return }
        url.pathParts = .opaque(path + text)
    }

    mutating func query() -> Step {
        guard let scalar = current, !(override == nil && scalar == "#") else {
            if current != nil {
                url.fragmentText = ""
                state = .fragment
            }
            return .next
        }
        url.queryText = (url.queryText ?? "") + (url.isSpecial ? PercentEncodeSet.specialQuery : .query).encode(scalar)
        return .next
    }

    mutating func fragment() -> Step {
        if let current { url.fragmentText = (url.fragmentText ?? "") + PercentEncodeSet.fragment.encode(current) }
        return .next
    }

    private static func isSingleDot(_ text: String) -> Bool { text == "." || ASCII.equalIgnoringCase(text, "%2e") }

    private static func isDoubleDot(_ text: String) -> Bool {
        ["..", ".%2e", "%2e.", "%2e%2e"].contains { ASCII.equalIgnoringCase(text, $0) }
    }
}
