import JSON
import Platform
package import Workspace

// Transformations of a collection before an export.
extension CollectionTree {
    /// The collection with each request and each folder changed.
    func mapping(
        _ change: (inout Request, [Folder]) -> Void, _ changeFolder: (inout Folder) -> Void = { _ in }
    ) -> CollectionTree {
        func mapped(_ original: Folder, _ path: [Folder]) -> Folder {
            let path = path + [original]
            var result = original
            changeFolder(&result)
            result.items = original.items.map { item in
                switch item {
                case .folder(let child): return .folder(mapped(child, path))
                case .request(var request):
                    change(&request, path)
                    return .request(request)
                }
            }
            return result
        }
        var tree = self
        tree.root = mapped(root, [])
        return tree
    }

    /// The collection without scripts for other programs than that of a format, in which they would fail and end the scripts after them.
    ///
    /// - Parameter report: gets the path of the request, or the name of the folder or collection, and the program.
    func withoutForeignScripts(for format: String, _ report: (_ item: String, _ program: String) -> Void) -> CollectionTree {
        func remove(_ scripts: inout Scripts, _ item: @autoclosure () -> String) {
            for part in [\Scripts.before, \Scripts.after] {
                guard let program = ScriptProgram.of(scripts[keyPath: part], besides: format) else { continue }
                scripts[keyPath: part] = ""
                report(item(), program.title)
            }
        }
        return mapping { request, folders in
            let path = CollectionTree.path(of: request.draft.name, in: folders)
            remove(&request.draft.scripts, path)
        } _: { folder in
            let name = folder.draft.name
            remove(&folder.draft.scripts, name)
        }
    }

    /// The collection without typed passwords, tokens and keys, and without the values of secrets.
    ///
    /// - Parameter report: gets the path of each request, and the name of each folder, that had some.
    func withoutSecrets(_ report: (_ item: String) -> Void) -> CollectionTree {
        var tree = mapping { request, folders in
            let masked = request.draft.withoutSecrets()
            if masked != request.draft { report(CollectionTree.path(of: request.draft.name, in: folders)) }
            request.draft = masked
            request.examples = request.examples.map { saved in
                var saved = saved
                saved.request = saved.request?.withoutSecrets()
                return saved
            }
        } _: { folder in
            let own = RequestDraft(headers: folder.draft.headers, auth: folder.draft.auth, options: folder.draft.options)
            let masked = own.withoutSecrets()
            if masked != own { report(folder.draft.name) }
            (folder.draft.headers, folder.draft.auth, folder.draft.options) = (masked.headers, masked.auth, masked.options)
        }
        for index in tree.environments.indices { tree.environments[index].secretValues = [:] }
        return tree
    }

    /// The collection with the settings of folders written into the requests, except settings that the format supports in folders.
    func inheriting(except kept: Set<ExportFormat.Inheritance>) -> CollectionTree {
        mapping { request, folders in
            for folder in folders.reversed() { request.draft.inherit(folder.draft, except: kept) }
            if !kept.contains(.authentication), request.draft.auth.kind == .inherit { request.draft.auth = AuthDraft(.none) }
        } _: { folder in
            if !kept.contains(.headers) { folder.draft.headers = [] }
            if !kept.contains(.authentication) { folder.draft.auth = AuthDraft() }
            if !kept.contains(.options) { folder.draft.options = RequestOptions() }
        }
    }

    /// The requests with the settings of their folders and of an environment as their own, in order. Secrets have no values.
    package func requestsStandingAlone(in environment: Environment? = nil) -> [Request] {
        var tree = inheriting(except: [])
        if let environment {
            tree.environments = [environment]
            tree = tree.withAbsoluteURLs
        }
        let environmentDraft = environment == nil ? nil : tree.environments[0].draft
        return tree.requests.map { request, folders in
            var request = request
            request.draft.variables = folders.flatMap(\.draft.variables) + request.draft.variables + (environmentDraft?.variables ?? [])
            let names = Set(request.draft.headers.map { $0.name.lowercased() })
            request.draft.headers += (environmentDraft?.headers ?? []).filter { !names.contains($0.name.lowercased()) }
            return request
        }
    }
}

extension RequestDraft {
    /// The authentication; none if a header of the request replaces it.
    var effectiveAuth: AuthDraft {
        let name: String
        switch auth.kind {
        case .basic, .bearer, .digest: name = "authorization"
        case .apiKey where auth["in"] != "query": name = auth["key"].lowercased()
        default: return auth
        }
        return headers.contains { $0.isEnabled && $0.isNamed(name) } ? AuthDraft(.none) : auth
    }

    /// The header of the authentication, for formats without a place for it; nil for kinds that each format writes in its own way.
    var authHeader: Row? {
        let auth = effectiveAuth
        return switch auth.kind {
        case .bearer: Row("Authorization", "\(auth["prefix"].isEmpty ? "Bearer" : auth["prefix"]) \(auth["token"])")
        case .apiKey where auth["in"] != "query": Row(auth["key"], auth["value"])
        default: nil
        }
    }

    /// The request with a key of its authentication in the query, if it belongs there.
    var withKeyInQuery: RequestDraft {
        guard auth.kind == .apiKey, auth["in"] == "query" else { return self }
        var draft = self
        draft.query.append(Row(auth["key"], auth["value"]))
        return draft
    }

    /// Takes over the settings of an outer folder that it does not set itself. Variables stay in the folders; a format without folder
    /// variables puts them into its file.
    fileprivate mutating func inherit(_ folder: FolderDraft, except kept: Set<ExportFormat.Inheritance>) {
        if !kept.contains(.headers) {
            let headerNames = Set(headers.map { $0.name.lowercased() })
            headers += folder.headers.filter { !headerNames.contains($0.name.lowercased()) }
        }
        if !kept.contains(.authentication), auth.kind == .inherit { auth = folder.auth }
        if !kept.contains(.options) { options = options.inheriting(folder.options) }
    }
}

extension CollectionTree {
    /// The collection with variables of folders copied into requests if an earlier variable of the same name has another value. A format
    /// without folders has one value for each name in its file.
    var withVariablesOfFolders: CollectionTree {
        let first = Dictionary(uniqueKeysWithValues: allVariables.filter(\.isEnabled).map { ($0.name, $0.value) })
        return mapping { request, folders in
            var knownNames = Set(request.draft.variables.filter(\.isEnabled).map(\.name))
            let rows = folders.reversed().flatMap(\.draft.variables).filter { $0.isEnabled && knownNames.insert($0.name).inserted }
            request.draft.variables = rows.filter { first[$0.name] != $0.value } + request.draft.variables
        }
    }

    /// The names of its variables, captures and references, except names of dynamic values.
    var variableNames: Set<String> {
        func names(_ folder: Folder) -> [String] {
            folder.draft.variables.map(\.name)
                + folder.items.flatMap { item in
                    switch item {
                    case .folder(let child): names(child)
                    case .request(let request):
                        request.draft.variables.map(\.name) + request.draft.captures.map(\.variable) + request.draft.referenceNames
                    }
                }
        }
        let others = environments.flatMap { $0.draft.variables.map(\.name) + $0.draft.secrets.map(\.name) }
        return Set(names(root) + others).filter { !$0.isDynamicReference }
    }

    /// The collection with names in a form that a format allows, and the new names by the names that it does not allow.
    func renamingVariables(_ allowed: (String) -> String) -> (tree: CollectionTree, names: [String: String]) {
        var taken = variableNames
        var names: [String: String] = [:]
        for name in taken.sorted() where allowed(name) != name {
            let stem = allowed(name)
            var (new, number) = (stem, 2)
            while !taken.insert(new).inserted {
                new = "\(stem)_\(number)"
                number += 1
            }
            names[name] = new
        }
        guard !names.isEmpty else { return (self, [:]) }
        func renamed(_ rows: [Row]) -> [Row] {
            rows.map { row in
                var row = row
                row.name = names[row.name] ?? row.name
                return row
            }
        }
        var tree = replacingReferences { names[$0] }.mapping { request, _ in
            request.draft.variables = renamed(request.draft.variables)
            for index in request.draft.captures.indices {
                let name = request.draft.captures[index].variable
                request.draft.captures[index].variable = names[name] ?? name
            }
        } _: { folder in
            folder.draft.variables = renamed(folder.draft.variables)
        }
        for index in tree.environments.indices {
            tree.environments[index].draft.variables = renamed(tree.environments[index].draft.variables)
            tree.environments[index].renameSecrets(names)
        }
        return (tree, names)
    }

    /// The variables of the collection and its folders that a format without variables does not have, except those with these names.
    func lostVariables(besides kept: Set<String> = [], in format: String) -> [ExportLoss] {
        func losses(in folder: Folder, _ path: [String]) -> [ExportLoss] {
            let names = folder.draft.variables.filter(\.isEnabled).map(\.name).filter { !kept.contains($0) }
            let what = (names.count == 1 ? "variable " : "variables ") + names.map { "“\($0)”" }.joined(separator: ", ")
            let folderLoss =
                names.isEmpty ? [] : [ExportLoss(item: path.joined(separator: "/"), what: what, why: "\(format) has no equivalent")]
            let children = folder.items.compactMap { if case .folder(let child) = $0 { child } else { nil } }
            return folderLoss + children.flatMap { losses(in: $0, path + [$0.draft.name]) }
        }
        return losses(in: root, [])
    }

    /// The variables of the collection and of all folders; the first of each name wins.
    var allVariables: [Row] {
        var seen: Set<String> = []
        var rows: [Row] = []
        func visit(_ folder: Folder) {
            rows += folder.draft.variables.filter { seen.insert($0.name).inserted }
            for case .folder(let child) in folder.items { visit(child) }
        }
        visit(root)
        return rows
    }
}

extension CollectionTree.Environment {
    fileprivate mutating func renameSecrets(_ names: [String: String]) {
        for index in draft.secrets.indices {
            guard let name = names[draft.secrets[index].name] else { continue }
            secretValues[name] = secretValues.removeValue(forKey: draft.secrets[index].name)
            draft.secrets[index].name = name
        }
    }
}

// References that are more than the name of a variable: `{{$uuid}}`, `{{env:HOME}}`, `{{prompt:Code}}`.
extension CollectionTree {
    /// The collection with other names in its references (nil keeps one); scripts and documentation stay as they are.
    func replacingReferences(_ name: (String) -> String?) -> CollectionTree {
        var tree = mapping { request, _ in
            request.draft = request.draft.replacingReferences(name)
        } _: { folder in
            let parts = RequestDraft(headers: folder.draft.headers, variables: folder.draft.variables, auth: folder.draft.auth)
                .replacingReferences(name)
            (folder.draft.headers, folder.draft.variables, folder.draft.auth) = (parts.headers, parts.variables, parts.auth)
        }
        for index in tree.environments.indices {
            for row in tree.environments[index].draft.variables.indices {
                tree.environments[index].draft.variables[row].value =
                    tree.environments[index].draft.variables[row].value.replacingReferences(name)
            }
        }
        return tree
    }
}

extension RequestDraft {
    /// The names in the references of the sent parts, each once.
    var referenceNames: [String] {
        var names: [String] = []
        _ = replacingReferences { name in
            if !names.contains(name) { names.append(name) }
            return nil
        }
        return names
    }

    /// The texts with references: all of the request but its name, scripts, documentation and tags.
    var sentTexts: [String] {
        var texts: [String] = []
        _ = mappingTexts { text in
            texts.append(text)
            return text
        }
        return texts
    }

    /// The request with other names in its references.
    func replacingReferences(_ name: (String) -> String?) -> RequestDraft { mappingTexts { $0.replacingReferences(name) } }
}

extension String {
    /// The text with other names in its references.
    fileprivate func replacingReferences(_ name: (String) -> String?) -> String {
        guard utf8.contains(UInt8(ascii: "{")), contains("{{") else { return self }
        var (result, start) = ("", startIndex)
        for case .reference(let old, let range) in Template(self).parts {
            guard let new = name(old) else { continue }
            result += self[start..<range.lowerBound] + "{{\(new)}}"
            start = range.upperBound
        }
        return start == startIndex ? self : result + self[start...]
    }
}
