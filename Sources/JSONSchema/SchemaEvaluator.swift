internal import JSON
internal import RegularExpressions

/// Applies a compiled schema to one value.
struct SchemaEvaluator {
    private let schema: JSONSchema
    /// True if violations are listed; otherwise the first one ends the work.
    private var collects = true
    private var violations: [SchemaViolation] = []
    private var undocumented: [JSONPointer] = []
    /// The path from the root of the value to the current part.
    private var path: [JSONPointer.Step] = []
    /// The schema resources that are being applied, from the outermost on.
    private var scope: [Int] = []
    private var depth = 0
    private let depthLimit: Int
    private let time: SchemaDeadline
    private var steps = 0
    /// The number of violations that were compared with those before, and its maximum.
    private var comparisons = 0
    private static let maxComparisons = 10_000
    /// The limit that ended the work.
    private var limit: String?

    /// True if the depth ended the work.
    private(set) var isTooDeep = false

    init(_ schema: JSONSchema, depthLimit: Int, _ time: SchemaDeadline) {
        self.time = time
        self.schema = schema
        self.depthLimit = depthLimit
    }

    mutating func result(for value: JSONValue) -> SchemaResult {
        let isValid = applyInside(schema.root, to: value).isValid && limit == nil
        if let limit {
            violations.append(
                SchemaViolation(
                    instance: JSONPointer(path), schema: schema.nodes[schema.root].place, keyword: "", expected: limit, found: nil))
        }
        return SchemaResult(isValid: isValid, violations: violations, undocumented: undocumented)
    }

    /// The outcome of a schema for a part of the value.
    private struct Outcome {
        var isValid = true
        var evaluated = Evaluated()
    }

    // MARK: Applying

    /// Applies a schema to a part that no outer schema evaluates, and lists members that are not described.
    private mutating func applyInside(_ node: Int, to value: JSONValue) -> Outcome {
        let outcome = apply(node, to: value)
        if schema.options.namesUndocumented, case .object(let object) = value, outcome.evaluated.isDescribed {
            for name in object.map(\.name) where !outcome.evaluated.contains(name) && undocumented.count < schema.options.violationLimit {
                undocumented.append(JSONPointer(path + [.member(name)]))
            }
        }
        return outcome
    }

    private mutating func apply(_ node: Int, to value: JSONValue, at step: JSONPointer.Step) -> Bool {
        path.append(step)
        defer { path.removeLast() }
        return applyInside(node, to: value).isValid
    }

    private mutating func apply(_ index: Int, to value: JSONValue) -> Outcome {
        let node = schema.nodes[index]
        if let constant = node.constant {
            if !constant { addViolation(node.place, "", "nothing here", found: value) }
            return Outcome(isValid: constant)
        }
        guard mayContinue() else { return Outcome(isValid: false) }
        if node.acceptsNull, case .null = value { return Outcome() }
        depth += 1
        let entersResource = scope.last != node.resource
        if entersResource { scope.append(node.resource) }
        defer {
            depth -= 1
            if entersResource { scope.removeLast() }
        }
        var outcome = Outcome()
        for rule in node.rules {
            if !check(rule, of: node, value, &outcome.evaluated) {
                outcome.isValid = false
                if !collects || limit != nil { break }
            }
        }
        return outcome
    }

    /// Counts a step; returns false once a limit is exceeded.
    private mutating func mayContinue() -> Bool {
        steps += 1
        if depth >= depthLimit, limit == nil { (limit, isTooDeep) = ("at most \(depthLimit) nested schemas", true) }
        if steps & 0x3FF == 0, let end = time.end { limit = end }
        if steps > schema.options.stepLimit { limit = "at most \(schema.options.stepLimit) schemas applied to one value" }
        return limit == nil
    }

    private mutating func check(_ rule: SchemaRule, of node: SchemaNode, _ value: JSONValue, _ evaluated: inout Evaluated) -> Bool {
        switch rule.check {
        case .reference(let target): return merge(apply(target, to: value), into: &evaluated)
        case .dynamicReference(let target, let name):
            return merge(apply(name.flatMap(outermost) ?? target, to: value), into: &evaluated)
        case .all(let nodes):
            var isValid = true
            for node in nodes where (isValid || collects) && limit == nil {
                if !merge(apply(node, to: value), into: &evaluated) { isValid = false }
            }
            return isValid
        case .any(let nodes): return checkAny(nodes, value, &evaluated, rule, node)
        case .one(let nodes): return checkOne(nodes, value, &evaluated, rule, node)
        case .not(let inner):
            if trying({ $0.apply(inner, to: value) }).outcome.isValid == false { return limit == nil }
            return addViolation(node.place, rule.keyword, "something that the schema under “not” refuses", found: value)
        case .conditional(let condition, let then, let otherwise):
            let outcome = trying { $0.apply(condition, to: value) }.outcome
            if outcome.isValid { evaluated.merge(outcome.evaluated) }
            guard let branch = outcome.isValid ? then : otherwise else { return limit == nil }
            return merge(apply(branch, to: value), into: &evaluated)
        case .items, .contains, .uniqueItems, .unevaluatedItems:
            guard case .array(let elements) = value else { return true }
            return checkElements(elements, rule, node, &evaluated)
        case .properties, .propertyNames, .required, .dependentRequired, .dependentSchemas, .unevaluatedProperties:
            guard case .object(let object) = value else { return true }
            return checkMembers(object, value, rule, node, &evaluated)
        case .kinds, .values, .multiple, .bound, .count, .pattern, .format, .content:
            guard let expected = SchemaText.expectation(of: rule.check, unmetBy: value) else { return true }
            return addViolation(node.place, rule.keyword, expected.text, found: expected.namesValue ? value : nil)
        }
    }

    /// The node of a dynamic anchor in the outermost resource that has it.
    private func outermost(_ name: String) -> Int? {
        for resource in scope {
            if let node = schema.dynamicAnchors[DynamicAnchor(name: name, resource: resource)] { return node }
        }
        return nil
    }

    /// Adds the members and elements that a schema for the same part has evaluated; returns true if it accepts the part.
    private func merge(_ outcome: Outcome, into evaluated: inout Evaluated) -> Bool {
        if outcome.isValid || schema.options.namesUndocumented { evaluated.merge(outcome.evaluated) }
        return outcome.isValid
    }

    // MARK: Alternatives

    /// Runs a part of the work and returns its violations instead of listing them.
    private mutating func trying(
        collects: Bool = false, _ work: (inout SchemaEvaluator) -> Outcome
    ) -> (outcome: Outcome, violations: [SchemaViolation]) {
        let (kept, noted, collected) = (violations, undocumented.count, self.collects)
        violations = []
        self.collects = collects
        let outcome = work(&self)
        defer {
            violations = kept
            self.collects = collected
            if !outcome.isValid { undocumented.removeLast(max(0, undocumented.count - noted)) }
        }
        return (outcome, violations)
    }

    private mutating func checkAny(
        _ nodes: [Int], _ value: JSONValue, _ evaluated: inout Evaluated, _ rule: SchemaRule, _ node: SchemaNode
    ) -> Bool {
        var isValid = false
        var failures: [(Outcome, [SchemaViolation])] = []
        for node in nodes where (!isValid || schema.tracksEvaluated) && limit == nil {
            let (outcome, violations) = trying(collects: collects) { $0.apply(node, to: value) }
            if outcome.isValid { evaluated.merge(outcome.evaluated) } else { failures.append((outcome, violations)) }
            isValid = isValid || outcome.isValid
        }
        if isValid { return true }
        report(failures, value, &evaluated, rule, node, expected: "one of \(nodes.count) alternatives")
        return false
    }

    private mutating func checkOne(
        _ nodes: [Int], _ value: JSONValue, _ evaluated: inout Evaluated, _ rule: SchemaRule, _ node: SchemaNode
    ) -> Bool {
        var valid: [Int] = []
        var failures: [(Outcome, [SchemaViolation])] = []
        for (index, node) in nodes.enumerated() where valid.count < 2 && limit == nil {
            let (outcome, violations) = trying(collects: collects) { $0.apply(node, to: value) }
            if outcome.isValid {
                evaluated.merge(outcome.evaluated)
                valid.append(index + 1)
            } else {
                failures.append((outcome, violations))
            }
        }
        switch valid.count {
        case 0: report(failures, value, &evaluated, rule, node, expected: "one of \(nodes.count) alternatives")
        case 1: return limit == nil
        default:
            addViolation(
                node.place, rule.keyword, "exactly one of \(nodes.count) alternatives; numbers \(valid[0]) and \(valid[1]) fit both",
                found: nil)
        }
        return false
    }

    /// Lists the reasons why no alternative fits: the violations of the one that comes closest, if there is one.
    private mutating func report(
        _ failures: [(outcome: Outcome, violations: [SchemaViolation])], _ value: JSONValue, _ evaluated: inout Evaluated,
        _ rule: SchemaRule,
        _ node: SchemaNode, expected: String
    ) {
        guard collects, limit == nil else { return }
        if schema.options.namesUndocumented { for failure in failures { evaluated.merge(failure.outcome.evaluated) } }
        let here = path.count
        // An alternative for another kind of value, or one with another fixed member, is not a candidate.
        let candidates = failures.filter { failure in
            !failure.violations.contains { $0.instance.steps.count == here && ["type", ""].contains($0.keyword) }
                && !failure.violations.contains { $0.instance.steps.count == here + 1 && ["const", "enum"].contains($0.keyword) }
        }
        // No alternative is closer than the others if the value as a whole violates each of them.
        let rules = failures.map(\.violations).filter { $0.count == 1 && $0[0].instance.steps.count == here && $0[0].found != nil }
        // The discriminating member has a value that no alternative allows.
        let fixed = failures.map { failure in
            failure.violations.first { $0.instance.steps.count == here + 1 && ["const", "enum"].contains($0.keyword) }
        }
        if let first = fixed.first ?? nil, fixed.count > 1, fixed.allSatisfy({ $0?.instance == first.instance }) {
            guard violations.count < schema.options.violationLimit else { return }
            violations.append(
                SchemaViolation(
                    instance: first.instance, schema: "\(node.place)/\(rule.keyword)", keyword: rule.keyword,
                    expected: fixed.compactMap { $0?.expected }.joined(separator: ", "), found: first.found))
        } else if rules.count == failures.count, !rules.isEmpty {
            addViolation(node.place, rule.keyword, rules.map { $0[0].expected }.joined(separator: ", or "), found: value)
        } else if candidates.count == 1, let nearest = candidates.first, !nearest.violations.isEmpty {
            violations += nearest.violations.prefix(max(0, schema.options.violationLimit - violations.count))
        } else {
            addViolation(node.place, rule.keyword, expected, found: value)
        }
    }

    // MARK: Arrays

    private mutating func checkElements(
        _ elements: [JSONValue], _ rule: SchemaRule, _ node: SchemaNode, _ evaluated: inout Evaluated
    ) -> Bool {
        switch rule.check {
        case .items(let prefix, let rest):
            var isValid = true
            for (index, element) in elements.enumerated() where (isValid || collects) && limit == nil {
                guard let node = index < prefix.count ? prefix[index] : rest else { break }
                if !apply(node, to: element, at: .element(index)) { isValid = false }
            }
            evaluated.addItems(upTo: rest == nil ? min(prefix.count, elements.count) : elements.count)
            return isValid
        case .contains(let inner, let minimum, let maximum, let evaluates):
            let matches = elements.indices.filter { index in
                limit == nil && trying { Outcome(isValid: $0.apply(inner, to: elements[index], at: .element(index))) }.outcome.isValid
            }
            if evaluates, schema.tracksEvaluated { evaluated.items.formUnion(matches) }
            if matches.count < minimum {
                return addViolation(
                    node.place, rule.keyword, "at least \(minimum) matching \(minimum == 1 ? "element" : "elements")", found: nil)
            }
            guard let maximum, matches.count > maximum else { return limit == nil }
            return addViolation(
                node.place, rule.keyword, "at most \(maximum) matching \(maximum == 1 ? "element" : "elements")", found: nil)
        case .uniqueItems: return checkUnique(elements, rule, node)
        case .unevaluatedItems(let inner):
            var isValid = true
            for (index, element) in elements.enumerated() where !evaluated.contains(index) && (isValid || collects) && limit == nil {
                if !apply(inner, to: element, at: .element(index)) { isValid = false }
            }
            evaluated.addItems(upTo: elements.count)
            return isValid
        default: return true
        }
    }

    private mutating func checkUnique(_ elements: [JSONValue], _ rule: SchemaRule, _ node: SchemaNode) -> Bool {
        var keys: [[UInt8]: Int] = [:]
        for (index, element) in elements.enumerated() {
            guard let first = keys.updateValue(index, forKey: element.comparisonKey) else { continue }
            return addViolation(
                node.place, rule.keyword, "elements that differ; number \(index + 1) equals number \(first + 1)", found: nil)
        }
        return true
    }

    // MARK: Objects

    private mutating func checkMembers(
        _ object: JSONObject, _ value: JSONValue, _ rule: SchemaRule, _ node: SchemaNode, _ evaluated: inout Evaluated
    ) -> Bool {
        switch rule.check {
        case .properties(let properties): return checkProperties(object, properties, node, &evaluated)
        case .propertyNames(let inner):
            var isValid = true
            for member in object where isValid || collects {
                if !apply(inner, to: .string(member.name), at: .member(member.name)) { isValid = false }
            }
            return isValid
        case .required(let names): return require(names, in: object, of: node, rule)
        case .dependentRequired(let list):
            var isValid = true
            for (name, others) in list where object[name] != nil {
                if !require(others, in: object, of: node, rule) { isValid = false }
            }
            return isValid
        case .dependentSchemas(let list):
            var isValid = true
            for (name, inner) in list where object[name] != nil {
                if !merge(apply(inner, to: value), into: &evaluated) { isValid = false }
            }
            return isValid
        case .unevaluatedProperties(let inner):
            var isValid = true
            for member in object where !evaluated.contains(member.name) && (isValid || collects) && limit == nil {
                if !applyOther(inner, to: member, rule.keyword, known: []) { isValid = false }
            }
            evaluated.hasAllProperties = true
            return isValid
        default: return true
        }
    }

    private mutating func require(_ names: [String], in object: JSONObject, of node: SchemaNode, _ rule: SchemaRule) -> Bool {
        guard !names.isEmpty else { return true }
        let present: Set<String>? = names.count > 4 && object.count > 8 ? Set(object.map(\.name)) : nil
        var isValid = true
        for name in names where !(present?.contains(name) ?? (object[name] != nil)) {
            isValid = addViolation(node.place, rule.keyword, "a member “\(name)”", found: nil)
            if !collects { break }
        }
        return isValid
    }

    private mutating func checkProperties(
        _ object: JSONObject, _ properties: SchemaProperties, _ node: SchemaNode, _ evaluated: inout Evaluated
    ) -> Bool {
        var isValid = true
        for (index, member) in object.enumerated() where (isValid || collects) && limit == nil {
            // Of several members with a name the last one counts.
            if object.count < 64, object[(index + 1)...].contains(where: { $0.name == member.name }) { continue }
            var isKnown = false
            if let inner = properties.named[member.name] {
                isKnown = true
                if !apply(inner, to: member.value, at: .member(member.name)) { isValid = false }
            }
            for (pattern, inner) in properties.patterns where pattern.matches(member.name) == true {
                isKnown = true
                if !apply(inner, to: member.value, at: .member(member.name)) { isValid = false }
            }
            if !isKnown, let additional = properties.additional {
                isKnown = true
                if !applyOther(additional, to: member, "additionalProperties", known: properties.named.keys) { isValid = false }
            }
            if isKnown, schema.tracksEvaluated { evaluated.properties.insert(member.name) }
        }
        if !properties.named.isEmpty { evaluated.hasNamedProperties = true }
        if properties.additional != nil { evaluated.hasAllProperties = true }
        return isValid
    }

    /// Applies a schema to an unnamed member, with a clear message if none is allowed.
    private mutating func applyOther(_ inner: Int, to member: JSONMember, _ keyword: String, known: some Sequence<String>) -> Bool {
        guard schema.nodes[inner].constant == false else { return apply(inner, to: member.value, at: .member(member.name)) }
        guard collects else { return false }
        let nearest = NearestName.of(member.name, among: known).map { " (did you mean “\($0)”?)" } ?? ""
        path.append(.member(member.name))
        defer { path.removeLast() }
        return addViolation(schema.nodes[inner].place, "", "no member of this name" + nearest, found: nil)
    }

    // MARK: Violations

    /// Lists a violation.
    /// - Returns: false, as the outcome of the rule.
    @discardableResult
    private mutating func addViolation(_ place: String, _ keyword: String, _ expected: String, found: JSONValue?) -> Bool {
        guard collects, violations.count < schema.options.violationLimit else { return false }
        let violation = SchemaViolation(
            instance: JSONPointer(path), schema: keyword.isEmpty ? place : "\(place)/\(keyword)",
            keyword: keyword.isEmpty ? String(place.split(separator: "/").last ?? "") : keyword, expected: expected,
            found: found.map { schema.options.showsValues ? SchemaText.described($0) : $0.kindDescription })
        // A schema that several others refer to is applied to the same value for each.
        comparisons += 1
        if comparisons > Self.maxComparisons || !violations.contains(violation) { violations.append(violation) }
        return false
    }
}
