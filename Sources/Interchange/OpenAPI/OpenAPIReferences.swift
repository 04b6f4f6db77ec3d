import JSON
import Platform

/// A value of an OpenAPI document, with the document that contains it, to which its references are relative.
struct OpenAPIValue {
    var value: JSONValue
    /// The document's number in ``OpenAPIReferences``; 0 is the imported file.
    var document: Int
    /// The reference that led here; nil for a value that was reached directly.
    var reference: String?

    /// The member of that name; references are not followed.
    subscript(name: String) -> OpenAPIValue? { value[name].map { OpenAPIValue(value: $0, document: document) } }

    /// The elements of a list; none of another kind.
    var elements: [OpenAPIValue] { (value.array ?? []).map { OpenAPIValue(value: $0, document: document) } }

    /// The elements of a member; none where it is missing or of another kind.
    func elements(_ name: String) -> [OpenAPIValue] { self[name]?.elements ?? [] }

    /// The members of a reference that override those of its target.
    private static let ownMembers: Set<String> = ["summary", "description", "example", "examples", "default"]

    /// The target of a reference, with the members beside `$ref`: texts, numbers and flags that the target lacks, such as an operation's
    /// id, and those of ``ownMembers``.
    func withMembers(beside reference: JSONValue) -> OpenAPIValue {
        guard let beside = reference.object, beside.count > 1, var object = value.object else { return self }
        for member in beside where member.name != "$ref" {
            let isOwn = Self.ownMembers.contains(member.name)
            let isPlain = member.value.object == nil && member.value.array == nil
            if isOwn || isPlain && object[member.name] == nil { object[member.name] = member.value }
        }
        var result = self
        result.value = .object(object)
        return result
    }
}

/// Follows references (`$ref`), within the document, to files in its own folder, and to documents of the network that were fetched before.
struct OpenAPIReferences {
    /// The maximum length of a chain of references.
    private static let chainLimit = 64

    private var documents: [JSONValue]
    /// The documents' paths in the imported folder, or their addresses.
    private(set) var names: [String]
    private let folder: ImportFolder?
    private let limits: ImportLimits
    private let network: ImportNetwork
    /// The number of references that are being followed within others, and its maximum.
    private var openCount = 0
    private static let openLimit = 16
    private var found: [String: OpenAPIValue] = [:]
    private var reported: Set<String> = []
    /// The examples of schemas that are nothing but a reference, since operations share them.
    var samples: [SampleKey: JSONValue?] = [:]

    /// A reference, the number of the document it is in, and the side of the example.
    struct SampleKey: Hashable {
        let reference: String
        let document: Int
        let side: SchemaSample.Side
    }

    init(_ document: JSONValue, _ context: ImportContext) {
        documents = [document]
        // The file's path in the imported folder, the base of its references.
        names = [context.network.address.flatMap { ImportNetwork.address(of: $0, from: $0) } ?? context.file]
        folder = context.folder
        network = context.network
        limits = context.limits
    }

    /// The value, or the target of its reference. A reference without a target gives the value itself, and is reported once.
    mutating func resolve(_ start: OpenAPIValue, _ context: inout ImportContext) -> OpenAPIValue {
        var current = start
        for _ in 0..<Self.chainLimit {
            guard let reference = current.value["$ref"]?.string else { return current }
            guard let next = target(of: reference, from: current.document)?.withMembers(beside: current.value) else {
                if reported.insert(reference).inserted {
                    let address = ImportNetwork.address(of: reference, from: names[current.document])
                    if let address, network.documents[address] == nil { context.miss(address) }
                    context.report(
                        .lost, at: .file, "reference \(reference.prefix(300))", reason(of: reference, address, from: current.document),
                        instead: "it is treated as empty", isFault: address.map { network.documents[$0] != nil } ?? true)
                }
                return current
            }
            current = next
        }
        let reference = start.value["$ref"]?.looseText ?? ""
        if reported.insert(reference).inserted {
            context.report(
                .lost, at: .file, "reference \(reference.prefix(300))", "it is circular, or begins a chain of more than \(Self.chainLimit)",
                isFault: true)
        }
        return OpenAPIValue(value: .null, document: start.document)
    }

    /// The document with the targets instead of references that are members of it.
    mutating func resolvingMembers(_ names: [String], of document: JSONValue, _ context: inout ImportContext) -> JSONValue {
        guard var object = document.object else { return document }
        for name in names where object[name]?["$ref"] != nil {
            object[name] = resolve(OpenAPIValue(value: object[name] ?? .null, document: 0), &context).value
        }
        return .object(object)
    }

    /// The reason why a reference cannot be followed.
    private func reason(of reference: String, _ address: String?, from document: Int) -> String {
        if let address {
            guard network.documents[address] == nil else { return "its target does not exist" }
            return network.failures[address] ?? "remote documents are not fetched"
        }
        guard !reference.hasPrefix("#") else { return "its target does not exist" }
        let path = Self.joined(names[document], reference.prefix { $0 != "#" }.percentDecoded())
        guard documents.count < limits.documentCount || names.contains(path) else {
            return "more than \(limits.documentCount) files are referred to"
        }
        guard let folder, folder.isOutside(path) else { return "its target does not exist" }
        return "the file is outside the imported folder; apus import --root allows a larger one"
    }

    private mutating func target(of reference: String, from document: Int) -> OpenAPIValue? {
        let id = "\(document) \(reference)"
        if let known = found[id] { return known }
        let hash = reference.firstIndex(of: "#") ?? reference.endIndex
        // A slash after the name of a file is a mistake that other tools ignore.
        let name = String(reference[..<hash])
        let (file, fragment) = (name.contains("://") ? name : name.trimmingEnd("/"), reference[hash...].dropFirst())
        guard let index = file.isEmpty ? document : self.document(file, from: document) else { return nil }
        guard let value = value(at: String(fragment), in: index) else { return nil }
        let result = OpenAPIValue(value: value.value, document: value.document, reference: "\(index)#\(fragment)")
        found[id] = result
        return result
    }

    /// The number of another document, which is read at first use.
    private mutating func document(_ file: String, from document: Int) -> Int? {
        let address = ImportNetwork.address(of: file, from: names[document])
        let path = address ?? Self.joined(names[document], file.percentDecoded())
        if let index = names.firstIndex(of: path) { return index }
        guard documents.count < limits.documentCount else { return nil }
        let content = address.map { network.documents[$0] } ?? (file.contains("://") ? nil : try? folder?.read(path))
        guard let bytes = content, let source = try? ImportSource(name: path, bytes: bytes, limits: limits),
            let value = source.document
        else { return nil }
        documents.append(value)
        names.append(path)
        return documents.count - 1
    }

    /// A relative path, seen from another file of the folder.
    private static func joined(_ base: String, _ relative: String) -> String {
        let folder = base.lastIndex(of: "/").map { base[..<$0] } ?? ""
        guard !folder.isEmpty || !relative.hasPrefix("/") else { return relative }
        var parts = folder.split(separator: "/")
        for part in relative.split(separator: "/") where part != "." {
            if part == "..", parts.last.map({ $0 != ".." }) ?? false { parts.removeLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    /// The value at a JSON pointer in a URI fragment (RFC 6901 section 6), also through references on its way.
    private mutating func value(at fragment: String, in document: Int) -> OpenAPIValue? {
        var value = OpenAPIValue(value: documents[document], document: document)
        guard fragment.hasPrefix("/") else { return fragment.isEmpty ? value : nil }
        for part in fragment.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            let name = part.percentDecoded().replacing("~1", with: "/").replacing("~0", with: "~")
            guard let next = member(name, of: value) ?? target(value).flatMap({ member(name, of: $0) }) else { return nil }
            value = next
        }
        return value
    }

    private func member(_ name: String, of value: OpenAPIValue) -> OpenAPIValue? {
        value[name] ?? Int(name).flatMap { value.value[$0] }.map { OpenAPIValue(value: $0, document: value.document) }
    }

    /// The target of a value's reference; nil for a value without one, and within too many others.
    private mutating func target(_ value: OpenAPIValue) -> OpenAPIValue? {
        guard let reference = value.value["$ref"]?.string, openCount < Self.openLimit else { return nil }
        openCount += 1
        defer { openCount -= 1 }
        return target(of: reference, from: value.document)
    }
}
