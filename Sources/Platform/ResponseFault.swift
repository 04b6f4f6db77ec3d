/// A simulated fault instead of a response, for testing clients: `503=20`, `reset=5%` or `timeout`.
public struct ResponseFault: Hashable, Sendable {
    /// The kind of fault.
    public enum Kind: Hashable, Sendable {
        /// A response with this status.
        case status(Int)
        /// The connection ends without a response.
        case reset
        /// No response arrives.
        case timeout
    }

    /// The expected form, for errors.
    public static let form = "a status, reset or timeout, optionally with = and a percentage"

    /// The kind of fault.
    public let kind: Kind
    /// The share of requests with the fault, from 0 to 1.
    public let rate: Double

    /// The fault that occurs, by a random number from 0 to 1; nil for none.
    package static func choose(from faults: [ResponseFault], _ chance: Double) -> Kind? {
        var chance = chance
        for fault in faults {
            if chance < fault.rate { return fault.kind }
            chance -= fault.rate
        }
        return nil
    }

    /// Parses a word; nil if it is not a fault. Without a number, every request gets the fault.
    public init?(_ word: String) {
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        let percent = parts.count == 2 ? Double(parts[1].filter { $0 != "%" }) : 100
        let kind: Kind? =
            switch parts.first {
            case "reset"?: .reset
            case "timeout"?: .timeout
            case let text?: Int(text).flatMap { (200...599).contains($0) ? .status($0) : nil }
            case nil: nil
            }
        guard let kind, let percent, (0...100).contains(percent) else { return nil }
        self.kind = kind
        rate = percent / 100
    }
}
