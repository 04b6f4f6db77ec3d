/// The path of a value from the root of its document (RFC 6901).
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
    /// One step from a value to one of its parts.
    public enum Step: Hashable, Sendable {
        /// The last member with that name.
        case member(String)
        /// The element at that index.
        case element(Int)
    }

    /// The steps from the root; empty for the root itself.
    public var steps: [Step]

    /// A pointer with these steps; the root by default.
    public init(_ steps: [Step] = []) { self.steps = steps }

    /// This pointer with one more step.
    public func appending(_ step: Step) -> JSONPointer { JSONPointer(steps + [step]) }

    /// The notation of RFC 6901: `/query/0/name`, with `~0` for `~` and `~1` for `/`; empty for the root.
    public var description: String {
        steps.map { step in
            switch step {
            case .element(let index): "/\(index)"
            case .member(let name): "/" + Self.escaped(name)
            }
        }.joined()
    }

    /// A member's name as a token of the notation.
    public static func escaped(_ name: some StringProtocol) -> String {
        name.utf8.contains { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }
            ? name.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined() : String(name)
    }

    /// The member's name of a token.
    public static func unescaped(_ token: some StringProtocol) -> String {
        let parts = token.split(separator: "~", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            switch part.first {
            case "1" where index > 0: "/" + part.dropFirst()
            case "0" where index > 0: "~" + part.dropFirst()
            default: (index > 0 ? "~" : "") + part
            }
        }.joined()
    }
}
