import HTTP

extension RequestResolver {
    /// The request's own headers, then those of the folders from the nearest on. A name that is said nearer is not inherited, also when
    /// it is switched off there.
    mutating func resolveHeaders(_ request: inout HTTPRequest) {
        var claimed: Set<String> = []
        append(input.draft.headers, from: nil, &claimed, to: &request)
        for layer in input.inherited.reversed() { append(layer.content.headers, from: layer.origin, &claimed, to: &request) }
    }

    private mutating func append(
        _ rows: [Row], from origin: VariableOrigin?, _ claimed: inout Set<String>, to request: inout HTTPRequest
    ) {
        var names: Set<String> = []
        for row in rows where !(row.name.isEmpty && row.value.isEmpty) {
            let resolved = variables.resolve(row.name, at: "header \(row.name)")
            let name = resolved.text
            guard !claimed.contains(name.lowercased()) else { continue }
            names.insert(name.lowercased())
            guard row.isEnabled else { continue }
            let place = "header \(resolved.masked)"
            if TypedCredential.isMissing(in: row.value, of: name) { refuseMissing(place) }
            let value = resolve(row.value, at: place, inheritedFrom: origin)
            hideCredential(value, of: name)
            request.headers.append(name, value)
        }
        claimed.formUnion(names)
    }
}
