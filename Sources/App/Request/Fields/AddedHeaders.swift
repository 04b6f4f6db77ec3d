import HTTP
import Widgets
import Workspace

/// The headers that sending will add, with who adds them, as far as they are known before.
enum AddedHeaders {
    /// - Parameter options: those of the request with all that is inherited.
    static func rows(for request: RequestState, _ options: RequestOptions, addsAutomatic: Bool) -> [TableRow] {
        let own = Set(request.headers.rows.filter(\.isEnabled).map { $0[0].lowercased() })
        let added = all(for: request, options).filter { !own.contains($0[0].lowercased()) }
        return addsAutomatic && options.automaticHeaders != false ? added + automatic(for: request) : added
    }

    /// One that is switched off among the request's own is not added either.
    private static func automatic(for request: RequestState) -> [TableRow] {
        let named = Set(request.headers.rows.map { $0[0].lowercased() })
        return AutomaticHeaders.fields.filter { !named.contains($0.name.lowercased()) }.map {
            TableRow([$0.name, "\($0.value) (automatic)"])
        }
    }

    private static func all(for request: RequestState, _ options: RequestOptions) -> [TableRow] {
        var rows = [TableRow(["Host", "from URL (automatic)"])]
        if let type = request.bodyKind.entry.contentType(request.base.body) { rows.append(TableRow(["Content-Type", "\(type) (body)"])) }
        if request.bodyKind != .none { rows.append(TableRow(["Content-Length", "calculated (automatic)"])) }
        if let value = request.base.auth.kind.entry.headerPreview { rows.append(TableRow(["Authorization", "\(value) (auth)"])) }
        if options.decompress != false { rows.append(TableRow(["Accept-Encoding", "gzip, deflate, br, zstd (automatic)"])) }
        return rows
    }
}
