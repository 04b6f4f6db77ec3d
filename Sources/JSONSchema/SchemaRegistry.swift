internal import HTTP
internal import JSON

/// The place of a schema: the index of its document and a JSON pointer.
struct SchemaPlace: Hashable {
    var document: Int
    var pointer: String
}

/// A schema with the facts that follow from its place.
struct Subschema {
    let value: JSONValue
    /// The URI against which its references are resolved.
    let base: URIReference
    let dialect: SchemaDialect
    /// The index of the schema resource that it belongs to: the nearest schema around it with a URI of its own.
    let resource: Int
}

/// A name for dynamic references in one schema resource.
struct DynamicAnchor: Hashable {
    let name: String
    let resource: Int
}

/// The documents that a schema consists of, with the URIs and anchors in them.
struct SchemaRegistry {
    private struct Document {
        let uri: String
        let value: JSONValue
    }

    private var documents: [Document] = []
    private(set) var subschemas: [SchemaPlace: Subschema] = [:]
    /// The places of schema resources by URI without fragment.
    private var resources: [String: SchemaPlace] = [:]
    /// The places of anchors by URI with fragment.
    private var anchors: [String: SchemaPlace] = [:]
    private(set) var dynamicAnchors: [(anchor: DynamicAnchor, place: SchemaPlace)] = []
    private var resourceCount = 0
    private let resolve: (String) -> JSONValue?
    private let options: SchemaOptions

    /// The maximum number of schemas in all documents.
    private static let schemaLimit = 500_000
    /// The maximum depth of schemas in a document.
    private static let depthLimit = 2000
    /// The URI of a document that has none.
    private static let noURI = "schema:/"

    init(_ document: JSONValue, options: SchemaOptions, resolve: @escaping (String) -> JSONValue?) {
        self.resolve = resolve
        self.options = options
        documents = [Document(uri: options.baseURI.isEmpty ? Self.noURI : options.baseURI, value: document)]
    }

    // MARK: Places

    /// The place as a URI reference; without the URI for the document that was given.
    func description(of place: SchemaPlace) -> String {
        (place.document == 0 ? "" : documents[place.document].uri) + "#" + place.pointer
    }

    /// The place of the schema that was given.
    mutating func root() throws(SchemaError) -> SchemaPlace {
        let place = SchemaPlace(document: 0, pointer: "")
        try index(documents[0].value, at: place, base: URIReference(documents[0].uri), dialect: options.dialect, resource: nil)
        return place
    }

    /// The target of a reference in a schema.
    mutating func place(of reference: String, from place: SchemaPlace) throws(SchemaError) -> SchemaPlace {
        guard let subschema = subschemas[place] else { return place }
        let target = URIReference(reference).resolved(against: subschema.base)
        let uri = target.withoutFragment
        guard let resource = try resource(uri) else {
            throw SchemaError(
                code: .unresolved, place: description(of: place), message: "the schema \(Self.shown(uri)) is not available")
        }
        guard let fragment = target.decodedFragment else { return resource }
        if fragment.hasPrefix("/") { return try self.place(at: fragment, in: resource, from: description(of: place)) }
        if let anchor = anchors[uri + "#" + fragment] { return anchor }
        throw SchemaError(code: .unresolved, place: description(of: place), message: "there is no anchor \(fragment) in \(Self.shown(uri))")
    }

    private static func shown(_ uri: String) -> String { uri == noURI ? "this document" : uri }

    private mutating func resource(_ uri: String) throws(SchemaError) -> SchemaPlace? {
        if let known = resources[uri] { return known }
        guard let value = MetaSchemas.document(uri) ?? resolve(uri) else { return nil }
        documents.append(Document(uri: uri, value: value))
        let place = SchemaPlace(document: documents.count - 1, pointer: "")
        try index(value, at: place, base: URIReference(uri), dialect: options.dialect, resource: nil)
        return place
    }

    /// The place of the value at a pointer below a schema. A value in a place without schemas becomes one.
    private mutating func place(at pointer: String, in start: SchemaPlace, from source: String) throws(SchemaError) -> SchemaPlace {
        let absolute = SchemaPlace(document: start.document, pointer: start.pointer + pointer)
        if subschemas[absolute] != nil { return absolute }
        var value: JSONValue? = documents[start.document].value
        var current = SchemaPlace(document: start.document, pointer: "")
        var nearest = subschemas[current]
        for token in absolute.pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            value = value.flatMap { Self.part(of: $0, at: token) }
            current.pointer += "/" + token
            nearest = subschemas[current] ?? nearest
        }
        guard let value else { throw SchemaError(code: .unresolved, place: source, message: "there is nothing at \(absolute.pointer)") }
        try index(
            value, at: absolute, base: nearest?.base ?? URIReference(documents[start.document].uri),
            dialect: nearest?.dialect ?? options.dialect, resource: nearest?.resource ?? 0)
        return absolute
    }

    private static func part(of value: JSONValue, at token: Substring) -> JSONValue? {
        if case .array = value { return Int(token).flatMap { value[$0] } }
        return value[JSONPointer.unescaped(token)]
    }

    // MARK: Index

    /// Remembers a schema and all schemas inside it, with their URIs and anchors.
    private mutating func index(
        _ value: JSONValue, at place: SchemaPlace, base: URIReference, dialect: SchemaDialect, resource: Int?
    ) throws(SchemaError) {
        var unread = [(place: place, value: value, base: base, dialect: dialect, resource: resource, depth: 0)]
        if resource == nil { resources[base.withoutFragment] = place }
        while let next = unread.popLast() {
            guard subschemas[next.place] == nil else { continue }
            guard subschemas.count < Self.schemaLimit, next.depth < Self.depthLimit else {
                throw SchemaError(code: .tooLarge, place: description(of: next.place), message: "the schema has too many parts or levels")
            }
            let subschema = try entry(next.value, at: next.place, base: next.base, dialect: next.dialect, resource: next.resource)
            subschemas[next.place] = subschema
            for (pointer, part) in Self.parts(of: next.value, in: subschema.dialect) {
                let place = SchemaPlace(document: next.place.document, pointer: next.place.pointer + pointer)
                unread.append((place, part, subschema.base, subschema.dialect, subschema.resource, next.depth + 1))
            }
        }
    }

    /// Reads the URI, the dialect and the anchors of a schema; `resource` is nil at the root of a document.
    private mutating func entry(
        _ value: JSONValue, at place: SchemaPlace, base: URIReference, dialect: SchemaDialect, resource: Int?
    ) throws(SchemaError) -> Subschema {
        var (base, dialect, resource) = (base, dialect, resource)
        let dialectName = value["$schema"]?.string
        if resource == nil, let dialectName { dialect = try self.dialect(dialectName, default: dialect) }
        let isReference = dialect.referenceStandsAlone && value["$ref"]?.string != nil
        let identifier = isReference ? nil : value[dialectName.flatMap(SchemaDialect.init)?.identifier ?? dialect.identifier]?.string
        if let identifier, !identifier.hasPrefix("#") {
            base = URIReference(URIReference(identifier).resolved(against: base).withoutFragment)
            if resource != nil, let dialectName { dialect = try self.dialect(dialectName, default: dialect) }
            resource = nil
            resources[base.withoutFragment] = place
        }
        let number = resource ?? resourceCount
        if resource == nil { resourceCount += 1 }
        if !isReference { addAnchors(of: value, identifier, at: place, base: base, dialect: dialect, resource: number) }
        return Subschema(value: value, base: base, dialect: dialect, resource: number)
    }

    private mutating func addAnchors(
        of value: JSONValue, _ identifier: String?, at place: SchemaPlace, base: URIReference, dialect: SchemaDialect, resource: Int
    ) {
        let uri = base.withoutFragment
        if dialect.version <= .draft7, let identifier, let name = URIReference(identifier).decodedFragment {
            anchors[uri + "#" + name] = place
        }
        if dialect.knows("$anchor"), let name = value["$anchor"]?.string { anchors[uri + "#" + name] = place }
        if dialect.knows("$dynamicAnchor"), let name = value["$dynamicAnchor"]?.string {
            anchors[uri + "#" + name] = place
            dynamicAnchors.append((DynamicAnchor(name: name, resource: resource), place))
        }
        if dialect.knows("$recursiveAnchor"), value["$recursiveAnchor"]?.bool == true {
            dynamicAnchors.append((DynamicAnchor(name: "", resource: resource), place))
        }
    }

    /// The dialect of a meta-schema: a known one, or the one that it is written in with the vocabularies that it names.
    private mutating func dialect(_ uri: String, default fallback: SchemaDialect) throws(SchemaError) -> SchemaDialect {
        if let known = SchemaDialect(metaSchema: uri) { return known == .draft4 && fallback.isOpenAPI ? fallback : known }
        let uri = URIReference(uri).withoutFragment
        guard let place = try resource(uri), let metaSchema = subschemas[place] else { return fallback }
        guard let vocabularies = metaSchema.value["$vocabulary"]?.object else { return metaSchema.dialect }
        return metaSchema.dialect.limited(to: vocabularies.map(\.name))
    }

    /// The schemas directly inside a schema, with their pointers from it.
    private static func parts(of value: JSONValue, in dialect: SchemaDialect) -> [(String, JSONValue)] {
        guard let object = value.object, !(dialect.referenceStandsAlone && object["$ref"]?.string != nil) else { return [] }
        let keywords = dialect.schemaKeywords
        return object.flatMap { member -> [(String, JSONValue)] in
            let pointer = "/" + JSONPointer.escaped(member.name)
            switch member.value {
            case .object(let members) where keywords.maps.contains(member.name):
                return members.filter { isSchema($0.value) }.map { (pointer + "/" + JSONPointer.escaped($0.name), $0.value) }
            case .array(let elements) where keywords.lists.contains(member.name):
                return elements.enumerated().map { ("\(pointer)/\($0.offset)", $0.element) }
            case .object where keywords.single.contains(member.name), .bool where keywords.single.contains(member.name):
                return [(pointer, member.value)]
            default: return []
            }
        }
    }

    private static func isSchema(_ value: JSONValue) -> Bool { value.object != nil || value.bool != nil }
}
