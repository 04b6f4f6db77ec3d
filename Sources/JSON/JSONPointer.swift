/// Which value of a document is meant: the way from its root (RFC 6901).
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
    /// One step down.
    public enum Step: Hashable, Sendable {
        /// Into the last member of that name.
        case member(String)
        /// Into the element at that index.
        case element(Int)
    }

    /// From the root down; empty for the root itself.
    public var steps: [Step]

    /// The way by these steps; the root unless said otherwise.
    public init(_ steps: [Step] = []) { self.steps = steps }

    /// One step further down.
    public func appending(_ step: Step) -> JSONPointer { JSONPointer(steps + [step]) }

    /// As RFC 6901 writes it: `/query/0/name`, with `~0` for `~` and `~1` for `/`; empty for the root.
    public var description: String {
        steps.map { step in
            switch step {
            case .element(let index): "/\(index)"
            case .member(let name): "/" + name.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
            }
        }.joined()
    }
}
