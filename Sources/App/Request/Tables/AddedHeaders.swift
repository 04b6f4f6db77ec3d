import Widgets
import Workspace

/// The headers that sending will add, with who adds them, as far as they are known before.
enum AddedHeaders {
    static func rows(for request: RequestState) -> [TableRow] {
        let own = Set(request.headers.rows.filter(\.isEnabled).map { $0[0].lowercased() })
        return all(for: request).filter { !own.contains($0[0].lowercased()) }
    }

    private static func all(for request: RequestState) -> [TableRow] {
        var rows = [TableRow(["Host", "the URL's host (transport)"])]
        if let type = request.bodyKind.entry.contentType(request.base.body) { rows.append(TableRow(["Content-Type", "\(type) (body)"])) }
        if request.bodyKind != .none { rows.append(TableRow(["Content-Length", "its length (body)"])) }
        if let value = request.base.auth.kind.entry.headerPreview { rows.append(TableRow(["Authorization", "\(value) (auth)"])) }
        if request.base.options.decompress != false { rows.append(TableRow(["Accept-Encoding", "what can be decoded (transport)"])) }
        return rows
    }
}
