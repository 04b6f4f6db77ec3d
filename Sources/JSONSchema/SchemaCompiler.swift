internal import HTTP
internal import JSON
internal import RegularExpressions

/// Turns subschemas into nodes, one after another, so that neither depth nor cycles cost stack.
final class SchemaCompiler {
    private var registry: SchemaRegistry
    private let options: SchemaOptions
    private(set) var nodes: [SchemaNode] = []
    private(set) var dynamicAnchors: [DynamicAnchor: Int] = [:]
    private(set) var tracksEvaluated = false
    private var indices: [SchemaPlace: Int] = [:]
    /// The place of each node; those from `compiledCount` on are not compiled yet.
    private var places: [SchemaPlace] = []
    private var dynamicNames: Set<String> = []
    private var patterns: [String: ECMAPattern] = [:]

    init(_ registry: SchemaRegistry, options: SchemaOptions) {
        self.registry = registry
        self.options = options
    }

    /// Compiles the schema that was given and all that it reaches.
    /// - Returns: the index of its node.
    func compile() throws(SchemaError) -> Int {
        let root = node(at: try registry.root())
        var (count, anchorCount) = (0, 0)
        repeat {
            while count < places.count {
                try compileNode(count)
                count += 1
            }
            // Dynamic references can reach every resource that is known by now.
            let anchors = registry.dynamicAnchors
            for (anchor, place) in anchors where dynamicNames.contains(anchor.name) { dynamicAnchors[anchor] = node(at: place) }
            anchorCount = anchors.count
        } while count < places.count || anchorCount < registry.dynamicAnchors.count
        return root
    }

    private func node(at place: SchemaPlace) -> Int {
        if let known = indices[place] { return known }
        indices[place] = places.count
        places.append(place)
        nodes.append(SchemaNode(place: registry.description(of: place), resource: 0))
        return places.count - 1
    }

    private func compileNode(_ index: Int) throws(SchemaError) {
        guard let subschema = registry.subschemas[places[index]] else { return }
        nodes[index].resource = subschema.resource
        switch subschema.value {
        case .bool(let value): nodes[index].constant = value
        case .object(let keywords):
            let rules = SchemaRuleCompiler(keywords: keywords, dialect: subschema.dialect, place: places[index], compiler: self)
            nodes[index].acceptsNull = subschema.dialect.isOpenAPI && keywords["nullable"]?.bool == true
            nodes[index].rules = try rules.rules()
        default:
            throw SchemaError(
                code: .malformed, place: nodes[index].place, message: "expected a schema, found \(subschema.value.kindDescription)")
        }
    }

    // MARK: Functions for rules

    func node(inside place: SchemaPlace, at path: String) -> Int {
        node(at: SchemaPlace(document: place.document, pointer: place.pointer + path))
    }

    func node(of reference: String, from place: SchemaPlace) throws(SchemaError) -> Int {
        node(at: try registry.place(of: reference, from: place))
    }

    /// The node where a dynamic reference begins, and the name to look for if its target is a dynamic anchor.
    func dynamicNode(of reference: String, from place: SchemaPlace, isRecursive: Bool) throws(SchemaError) -> (Int, name: String?) {
        let target = try registry.place(of: reference, from: place)
        let value = registry.subschemas[target]?.value
        let fragment = URIReference(reference).decodedFragment
        let isDynamic =
            isRecursive ? value?["$recursiveAnchor"]?.bool == true : fragment != nil && value?["$dynamicAnchor"]?.string == fragment
        let name = isDynamic ? (isRecursive ? "" : fragment) : nil
        if let name { dynamicNames.insert(name) }
        return (node(at: target), name)
    }

    func pattern(_ text: String, at place: SchemaPlace) throws(SchemaError) -> ECMAPattern {
        if let known = patterns[text] { return known }
        do throws(PatternError) {
            let pattern = try ECMAPattern(text)
            patterns[text] = pattern
            return pattern
        } catch {
            throw SchemaError(
                code: .pattern, place: registry.description(of: place), message: "the pattern \(text) cannot be used. \(error)")
        }
    }

    func trackEvaluated() { tracksEvaluated = true }

    func description(of place: SchemaPlace) -> String { registry.description(of: place) }

    var assertsFormats: Bool { options.assertsFormats }
    var ignoresMalformedKeywords: Bool { options.ignoresMalformedKeywords }
}

/// Reads the keywords of one schema.
private struct SchemaRuleCompiler {
    let keywords: JSONObject
    let dialect: SchemaDialect
    let place: SchemaPlace
    let compiler: SchemaCompiler

    func rules() throws(SchemaError) -> [SchemaRule] {
        if dialect.referenceStandsAlone, let reference = keywords["$ref"]?.string {
            return [SchemaRule(keyword: "$ref", check: .reference(try compiler.node(of: reference, from: place)))]
        }
        var rules: [SchemaRule] = []
        for group in [Self.references, Self.assertions, Self.applicators, Self.unevaluated] {
            for (keyword, read) in group where keywords[keyword] != nil && dialect.knows(keyword) {
                guard let value = keywords[keyword] else { continue }
                if let check = try read(self, keyword, value) {
                    rules.append(SchemaRule(keyword: keyword, check: check))
                }
            }
        }
        if let properties = try properties() { rules.insert(SchemaRule(keyword: "properties", check: properties), at: place(of: rules)) }
        if let items = try items() { rules.insert(SchemaRule(keyword: "items", check: items), at: place(of: rules)) }
        return rules
    }

    /// The index before the keywords that depend on what others have evaluated.
    private func place(of rules: [SchemaRule]) -> Int { rules.firstIndex { $0.keyword.hasPrefix("unevaluated") } ?? rules.count }

    private typealias Reader = @Sendable (SchemaRuleCompiler, String, JSONValue) throws(SchemaError) -> SchemaCheck?

    /// An entry of the tables below.
    private static func reader(_ keyword: String, _ read: @escaping Reader) -> (String, Reader) { (keyword, read) }

    // MARK: References

    private static let references: [(String, Reader)] = [
        reader("$ref") { rules, keyword, value throws(SchemaError) in
            guard let reference = value.string else { return try rules.malformed(keyword, "the URI of a schema") }
            return .reference(try rules.compiler.node(of: reference, from: rules.place))
        },
        ("$dynamicRef", dynamicReference), ("$recursiveRef", dynamicReference),
    ]

    private static let dynamicReference: Reader = { rules, keyword, value throws(SchemaError) in
        guard let reference = value.string else { return try rules.malformed(keyword, "the URI of a schema") }
        let (node, name) = try rules.compiler.dynamicNode(of: reference, from: rules.place, isRecursive: keyword == "$recursiveRef")
        return .dynamicReference(node, name: name)
    }

    // MARK: Assertions

    private static let assertions: [(String, Reader)] = [
        reader("type") { rules, keyword, value throws(SchemaError) in
            let names = value.string.map { [$0] } ?? value.array?.compactMap(\.string) ?? []
            let known = ["null", "boolean", "string", "array", "object", "number", "integer"]
            // OpenAPI 2.0 has files as responses: any bytes.
            if rules.dialect.isOpenAPI, names == ["file"] { return nil }
            guard !names.isEmpty, names.allSatisfy(known.contains) else { return try rules.malformed(keyword, "kinds of value") }
            return .kinds(SchemaKinds(names: names, integersHaveNoFraction: rules.dialect.integersHaveNoFraction))
        },
        reader("enum") { rules, keyword, value throws(SchemaError) in
            guard let values = value.array else { return try rules.malformed(keyword, "a list of values") }
            return .values(Set(values.map(\.comparisonKey)), text: shown(values))
        },
        ("const", { _, _, value throws(SchemaError) in .values([value.comparisonKey], text: shown([value])) }),
        reader("multipleOf") { rules, keyword, value throws(SchemaError) in
            guard let number = value.number else { return try rules.malformed(keyword, "a number") }
            return .multiple(of: DecimalNumber(number))
        },
        ("maximum", bound), ("minimum", bound), ("exclusiveMaximum", bound), ("exclusiveMinimum", bound),
        ("maxLength", count), ("minLength", count), ("maxItems", count), ("minItems", count), ("maxProperties", count),
        ("minProperties", count),
        reader("pattern") { rules, keyword, value throws(SchemaError) in
            guard let text = value.string else { return try rules.malformed(keyword, "a regular expression") }
            return .pattern(try rules.compiler.pattern(text, at: rules.place), text: text)
        },
        reader("format") { rules, _, value throws(SchemaError) in
            guard rules.compiler.assertsFormats || rules.dialect.hasFormatAssertion, let name = value.string else { return nil }
            return SchemaFormat.named(name, in: rules.dialect).map(SchemaCheck.format)
        },
        ("contentMediaType", content), ("contentEncoding", content),
        reader("uniqueItems") { rules, keyword, value throws(SchemaError) in
            guard let isUnique = value.bool else { return try rules.malformed(keyword, "true or false") }
            return isUnique ? .uniqueItems : nil
        },
        reader("required") { rules, keyword, value throws(SchemaError) in
            guard let names = value.array?.compactMap(\.string) else { return try rules.malformed(keyword, "a list of names") }
            return .required(names.filter { !rules.isWriteOnly($0) })
        },
        reader("dependentRequired") { rules, keyword, value throws(SchemaError) in
            guard let members = value.object else { return try rules.malformed(keyword, "an object of lists of names") }
            return .dependentRequired(members.map { ($0.name, $0.value.array?.compactMap(\.string) ?? []) })
        },
    ]

    private static let bound: Reader = { rules, keyword, value throws(SchemaError) in
        let isMaximum = keyword.hasSuffix("aximum")
        // Until draft 4, exclusiveMaximum changes the meaning of maximum.
        if rules.dialect.version == .draft4 {
            guard !keyword.hasPrefix("exclusive") else { return nil }
            guard let number = value.number else { return try rules.malformed(keyword, "a number") }
            let isExclusive = rules.keywords[isMaximum ? "exclusiveMaximum" : "exclusiveMinimum"]?.bool == true
            return .bound(DecimalNumber(number), isMaximum: isMaximum, isExclusive: isExclusive)
        }
        guard let number = value.number else { return try rules.malformed(keyword, "a number") }
        return .bound(DecimalNumber(number), isMaximum: isMaximum, isExclusive: keyword.hasPrefix("exclusive"))
    }

    private static let count: Reader = { rules, keyword, value throws(SchemaError) in
        guard let limit = value.number.map({ $0.double }), limit >= 0 else { return try rules.malformed(keyword, "a number of at least 0") }
        let thing: SchemaCheck.Counted =
            keyword.hasSuffix("Length") ? .characters : keyword.hasSuffix("Items") ? .items : .properties
        return .count(of: thing, isMaximum: keyword.hasPrefix("max"), Int(min(limit, 1e15)))
    }

    /// Reads `contentEncoding` and `contentMediaType` together, once.
    private static let content: Reader = { rules, keyword, value throws(SchemaError) in
        guard rules.dialect.assertsContent, rules.compiler.assertsFormats else { return nil }
        let encoding = rules.keywords["contentEncoding"]?.string
        if keyword == "contentEncoding", rules.keywords["contentMediaType"] != nil { return nil }
        return .content(encoding: encoding, mediaType: rules.keywords["contentMediaType"]?.string)
    }

    // MARK: Applicators

    private static let applicators: [(String, Reader)] = [
        ("allOf", { rules, keyword, value throws(SchemaError) in try rules.list(keyword, value).map(SchemaCheck.all) }),
        ("anyOf", { rules, keyword, value throws(SchemaError) in try rules.list(keyword, value).map(SchemaCheck.any) }),
        ("oneOf", { rules, keyword, value throws(SchemaError) in try rules.list(keyword, value).map(SchemaCheck.one) }),
        ("not", { rules, keyword, _ throws(SchemaError) in .not(rules.node(keyword)) }),
        reader("if") { rules, keyword, _ throws(SchemaError) in
            .conditional(
                rules.node(keyword), then: rules.keywords["then"].map { _ in rules.node("then") },
                otherwise: rules.keywords["else"].map { _ in rules.node("else") })
        },
        reader("dependentSchemas") { rules, keyword, value throws(SchemaError) in
            guard let members = value.object else { return try rules.malformed(keyword, "an object of schemas") }
            return .dependentSchemas(members.map { ($0.name, rules.node(keyword, $0.name)) })
        },
        // Draft 7 and older; later drafts keep it for compatibility.
        reader("dependencies") { rules, keyword, value throws(SchemaError) in
            guard let members = value.object else { return try rules.malformed(keyword, "an object") }
            return .dependentSchemas(members.filter { $0.value.array == nil }.map { ($0.name, rules.node(keyword, $0.name)) })
        },
        reader("dependencies") { _, _, value throws(SchemaError) in
            let lists = (value.object ?? JSONObject()).compactMap { member in
                member.value.array.map { (name: member.name, others: $0.compactMap(\.string)) }
            }
            return lists.isEmpty ? nil : .dependentRequired(lists)
        },
        ("propertyNames", { rules, keyword, _ throws(SchemaError) in .propertyNames(rules.node(keyword)) }),
        reader("contains") { rules, keyword, _ throws(SchemaError) in
            let minimum = rules.dialect.knows("minContains") ? rules.keywords["minContains"]?.integer : nil
            let maximum = rules.dialect.knows("maxContains") ? rules.keywords["maxContains"]?.integer : nil
            return .contains(
                rules.node(keyword), minimum: minimum ?? 1, maximum: maximum, evaluates: rules.dialect.containsEvaluates)
        },
    ]

    private static let unevaluated: [(String, Reader)] = [
        reader("unevaluatedItems") { rules, keyword, _ throws(SchemaError) in
            rules.compiler.trackEvaluated()
            return .unevaluatedItems(rules.node(keyword))
        },
        reader("unevaluatedProperties") { rules, keyword, _ throws(SchemaError) in
            rules.compiler.trackEvaluated()
            return .unevaluatedProperties(rules.node(keyword))
        },
    ]

    private func properties() throws(SchemaError) -> SchemaCheck? {
        var result = SchemaProperties()
        var isEmpty = true
        if let named = keywords["properties"] {
            guard let members = named.object else { return try malformed("properties", "an object of schemas") }
            for member in members { result.named[member.name] = node("properties", member.name) }
            isEmpty = false
        }
        if let patterns = keywords["patternProperties"] {
            guard let members = patterns.object else { return try malformed("patternProperties", "an object of schemas") }
            for member in members {
                result.patterns.append((try compiler.pattern(member.name, at: place), node("patternProperties", member.name)))
            }
            isEmpty = false
        }
        if keywords["additionalProperties"] != nil {
            result.additional = node("additionalProperties")
            isEmpty = false
        }
        return isEmpty ? nil : .properties(result)
    }

    private func items() throws(SchemaError) -> SchemaCheck? {
        let items = keywords["items"]
        if dialect.hasItemsList, let list = items?.array {
            let rest = keywords["additionalItems"].map { _ in node("additionalItems") }
            return .items(prefix: list.indices.map { node("items", "\($0)") }, rest: rest)
        }
        var prefix: [Int] = []
        if dialect.knows("prefixItems"), let list = keywords["prefixItems"] {
            guard let list = list.array else { return try malformed("prefixItems", "a list of schemas") }
            prefix = list.indices.map { node("prefixItems", "\($0)") }
        }
        let rest = items.map { _ in node("items") }
        return prefix.isEmpty && rest == nil ? nil : .items(prefix: prefix, rest: rest)
    }

    // MARK: Parts

    private func node(_ keyword: String) -> Int { compiler.node(inside: place, at: "/" + keyword) }

    private func node(_ keyword: String, _ name: String) -> Int {
        compiler.node(inside: place, at: "/\(keyword)/\(JSONPointer.escaped(name))")
    }

    private func list(_ keyword: String, _ value: JSONValue) throws(SchemaError) -> [Int]? {
        guard let list = value.array, !list.isEmpty else {
            _ = try malformed(keyword, "a list of schemas")
            return nil
        }
        return list.indices.map { node(keyword, "\($0)") }
    }

    private func malformed(_ keyword: String, _ expected: String) throws(SchemaError) -> SchemaCheck? {
        if compiler.ignoresMalformedKeywords { return nil }
        let found = keywords[keyword]?.kindDescription ?? "nothing"
        let keywordPlace = SchemaPlace(document: place.document, pointer: place.pointer + "/" + keyword)
        throw SchemaError(
            code: .malformed, place: compiler.description(of: keywordPlace), message: "expected \(expected), found \(found)")
    }

    /// True for a member of a request that no response has.
    private func isWriteOnly(_ name: String) -> Bool {
        dialect.isOpenAPI && keywords["properties"]?[name]?["writeOnly"]?.bool == true
    }

    private static func shown(_ values: [JSONValue]) -> String {
        let texts = values.prefix(10).map { SchemaText.shown($0) }
        return texts.joined(separator: ", ") + (values.count > 10 ? " and \(values.count - 10) more" : "")
    }
}
