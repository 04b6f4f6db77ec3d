import Platform
import Workspace

// The URLs of a collection for formats that know no base URL, no paths after it and no hosts without a scheme.
extension CollectionTree {
    /// The collection with all queries in rows: a hand-written URL may contain one.
    var withQueriesInRows: CollectionTree {
        mapping { request, _ in
            let (url, query) = URLParts.split(request.draft.url)
            (request.draft.url, request.draft.query) = (url, query + request.draft.query)
        }
    }

    /// The collection with the URLs that are sent: paths begin with `{{baseUrl}}`, a variable of the environments, and hosts have a scheme.
    /// The endpoints of a login get the server of the request; in a folder, the server of its first request.
    var withAbsoluteURLs: CollectionTree {
        let name = environments.contains { !$0.draft.baseURL.host.isEmpty } ? freeName("baseUrl") : nil
        let (whole, mixed) = withSchemesInEnvironments
        var shared = VariableScopes()
        for environment in whole.environments { shared.append(environment.draft.variables, .environment(environment.draft.name)) }
        var tree = whole.mapping { request, folders in
            var scopes = shared
            scopes.append(request.draft.variables, .request)
            for folder in folders.reversed() { scopes.append(folder.draft.variables, .folder(folder.draft.name)) }
            func absolute(_ url: String) -> String {
                URLShorthand.absolute(url, server: name.map { "{{\($0)}}" }) { mixed.contains($0) ? nil : scopes[$0]?.value }
            }
            func complete(_ draft: inout RequestDraft) {
                draft.url = absolute(draft.url)
                draft.auth.completeEndpoints(beside: draft.url) { scopes[$0]?.value }
            }
            complete(&request.draft)
            for index in request.examples.indices {
                guard var draft = request.examples[index].request else { continue }
                complete(&draft)
                request.examples[index].request = draft
            }
        }
        .mapping { _, _ in
        } _: { folder in
            guard folder.draft.auth.kind == .oauth2, let url = CollectionTree(folder).requests.first?.request.draft.url else { return }
            var scopes = shared
            scopes.append(folder.draft.variables, .folder(folder.draft.name))
            folder.draft.auth.completeEndpoints(beside: url) { scopes[$0]?.value }
        }
        for index in tree.environments.indices where !tree.environments[index].draft.baseURL.host.isEmpty {
            if let name { tree.environments[index].draft.addBaseURL(named: name) }
        }
        return tree
    }

    /// The name for a new variable, with a number if the collection has one of that name.
    private func freeName(_ stem: String) -> String {
        let taken = variableNames
        guard taken.contains(stem) else { return stem }
        return (2...).lazy.map { "\(stem)_\($0)" }.first { !taken.contains($0) } ?? stem
    }

    /// The collection with the values of path parameters in the URLs, for a format without such parameters.
    var withPathValues: CollectionTree {
        mapping { request, _ in
            request.draft.fillPath()
        }
    }

    /// The collection with a scheme in the values of variables with which URLs begin, if environments differ in it: of `localhost:8080` and
    /// `https://example.com`, no URL could begin with one that is right for both.
    ///
    /// - Returns: also the names of such variables that stay as they are, since they have another use too.
    private var withSchemesInEnvironments: (tree: CollectionTree, mixed: Set<String>) {
        var (tree, mixed, beginnings, others) = (self, Set<String>(), Set<String>(), Set<String>())
        for (request, _) in requests {
            var draft = request.draft
            let first = Template(draft.url).parts.lazy.compactMap { part -> (name: String, range: Range<String.Index>)? in
                if case .reference(let name, let range) = part, range.lowerBound == draft.url.startIndex { (name, range) } else { nil }
            }.first
            if let first {
                beginnings.insert(first.name)
                draft.url = String(draft.url[first.range.upperBound...])
            }
            others.formUnion(draft.referenceNames)
        }
        for name in beginnings {
            let values = environments.map { environment -> (old: String, new: String) in
                func value(_ name: String) -> String? { environment.draft.variables.last { $0.isEnabled && $0.name == name }?.value }
                let old = value(name) ?? ""
                return (old, old.isEmpty ? "" : URLShorthand.absolute(old, server: nil, values: value))
            }
            let schemes = Set(values.filter { !$0.old.isEmpty }.map { $0.new.utf8.count - $0.old.utf8.count })
            guard schemes.count > 1 else { continue }
            guard !others.contains(name) else {
                mixed.insert(name)
                continue
            }
            for (index, value) in values.enumerated() where value.old != value.new {
                guard let row = tree.environments[index].draft.variables.lastIndex(where: { $0.isEnabled && $0.name == name }) else {
                    continue
                }
                tree.environments[index].draft.variables[row].value = value.new
            }
        }
        return (tree, mixed)
    }
}

extension RequestDraft {
    /// The names of the parameters in the path that are sent without a value.
    var pathParametersWithoutValue: [String] {
        PathParameters.names(in: url).filter { name in
            pathParameters.last { $0.isEnabled && $0.name == name }?.value.isEmpty != false
        }
    }

    /// Writes the values of path parameters into the URL, and its literal segments without escapes.
    fileprivate mutating func fillPath() {
        defer { pathParameters = [] }
        guard url.contains("/:") || url.contains("/\\:") else { return }
        let names = Set(PathParameters.names(in: url))
        let end = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
        let segments = url[..<end].split(separator: "/", omittingEmptySubsequences: false).map { segment -> String in
            if segment.hasPrefix("\\:") { return String(segment.dropFirst()) }
            guard segment.hasPrefix(":") else { return String(segment) }
            let name = segment.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
            guard names.contains(String(name)), let row = pathParameters.last(where: { $0.isEnabled && $0.name == name }),
                !row.value.isEmpty
            else { return String(segment) }
            let value = row.value.contains("{{") ? row.value : row.value.percentEncoded(keeping: .unreserved)
            return value + segment.dropFirst(name.count + 1)
        }
        url = segments.joined(separator: "/") + url[end...]
    }
}

extension EnvironmentDraft {
    fileprivate mutating func addBaseURL(named name: String) {
        let port = baseURL.port.isEmpty ? "" : ":\(baseURL.port)"
        let origin = "\(baseURL.scheme.isEmpty ? "https" : baseURL.scheme)://\(baseURL.host)\(port)"
        variables.insert(Row(name, origin + baseURL.pathPrefix.split(separator: "/").map { "/" + $0 }.joined()), at: 0)
    }
}
