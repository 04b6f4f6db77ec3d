/// The parts of a query (RFC 9535, section 2).
struct PathQuery: Hashable, Sendable {
    /// Where a query begins: `$` the whole, `@` the node that a filter looks at.
    enum Start: Hashable, Sendable {
        case root
        case current
    }

    var start: Start
    var segments: [PathSegment]

    /// Whether it selects one node at most (section 2.3.5.1).
    var isSingular: Bool {
        segments.allSatisfy { segment in
            guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
            switch segment.selectors[0] {
            case .name, .index: return true
            case .wildcard, .slice, .filter: return false
            }
        }
    }
}

struct PathSegment: Hashable, Sendable {
    /// Whether it looks at all descendants (`..`), not just at the children.
    var isDescendant: Bool
    var selectors: [PathSelector]
}

enum PathSelector: Hashable, Sendable {
    /// In UTF-8.
    case name([UInt8])
    case wildcard
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
    case filter(PathLogical)
}

/// What a filter asks of a node (section 2.3.5).
indirect enum PathLogical: Hashable, Sendable {
    case or([PathLogical])
    case and([PathLogical])
    case not(PathLogical)
    /// Whether a query selects anything.
    case exists(PathQuery)
    case function(PathFunction)
    case comparison(PathOperand, PathComparison, PathOperand)
}

enum PathComparison: String, CaseIterable, Sendable {
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
}

indirect enum PathOperand: Hashable, Sendable {
    case literal(PathLiteral)
    case query(PathQuery)
    case function(PathFunction)
}

enum PathLiteral: Hashable, Sendable {
    /// In UTF-8.
    case string([UInt8])
    case number(Double)
    case bool(Bool)
    case null
}

/// A function extension (section 2.4) with its arguments.
struct PathFunction: Hashable, Sendable {
    enum Name: String, CaseIterable, Sendable {
        case length, count, match, search, value
    }

    enum Kind: Sendable {
        case value, logical, nodes
    }

    var name: Name
    var arguments: [PathOperand]

    /// What it gives.
    var result: Kind {
        switch name {
        case .length, .count, .value: .value
        case .match, .search: .logical
        }
    }

    /// What it takes.
    static func parameters(of name: Name) -> [Kind] {
        switch name {
        case .length: [.value]
        case .count, .value: [.nodes]
        case .match, .search: [.value, .value]
        }
    }
}
