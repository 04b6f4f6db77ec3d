import Widgets
import Workspace

/// The server fields of an environment, taken from a whole URL.
struct ServerFields: Equatable {
    let scheme: String
    let host: String
    let port: String
    let pathPrefix: String

    /// Takes a URL apart; nil for one that says more than the fields can hold, and for what is none.
    init?(url: String) {
        guard let slashes = url.firstRange(of: "://"), !url.contains(where: { $0.isWhitespace || "?#@".contains($0) }) else { return nil }
        scheme = url[..<slashes.lowerBound].lowercased()
        let authority = url[slashes.upperBound...].prefix { $0 != "/" }
        // The colons of an address in brackets are its own.
        let colon = authority.lastIndex(of: ":").flatMap { authority[$0...].contains("]") ? nil : $0 }
        host = String(authority[..<(colon ?? authority.endIndex)])
        port = colon.map { String(authority[authority.index(after: $0)...]) } ?? ""
        let path = url[authority.endIndex...]
        pathPrefix = path == "/" ? "" : String(path)
        guard ["http", "https"].contains(scheme), !host.isEmpty, EnvironmentDraft.expectedHost(insteadOf: host) == nil,
            EnvironmentDraft.expectedPort(insteadOf: port) == nil, EnvironmentDraft.expectedPathPrefix(insteadOf: pathPrefix) == nil
        else { return nil }
    }

    /// The fields with what the URL says.
    func put(into rows: [TableRow]) -> [TableRow] {
        let said = ["Scheme": scheme, "Host": host, "Port": port, "Path prefix": pathPrefix]
        return rows.map { row in
            var row = row
            if let text = said[row[0]] { row[1] = text }
            return row
        }
    }
}
