/// Decides which permissions a request has.
public struct TrustGate: Sendable {
    private let decide: @Sendable ([Permission]) -> [Permission]

    /// - Parameter missing: returns those of the permissions that have not been given.
    public init(missing: @escaping @Sendable ([Permission]) -> [Permission]) { decide = missing }

    /// Those of the permissions that have not been given.
    public func missing(_ permissions: [Permission]) -> [Permission] { permissions.isEmpty ? [] : decide(permissions) }

    /// Gives all permissions.
    public static let open = TrustGate { _ in [] }
    /// Gives none.
    public static let closed = TrustGate { $0 }
}
