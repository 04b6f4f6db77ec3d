/// Kinds of network address.
public enum HTTPAddressFamily: String, Hashable, Sendable, CaseIterable {
    /// Whichever answers first.
    case any
    /// IPv4 only.
    case ipv4
    /// IPv6 only.
    case ipv6
}

private enum AddressFamilyOption: HTTPRequestOption {
    static let defaultOptionValue: HTTPAddressFamily = .any
}

extension HTTPRequest {
    /// Which kind of address to connect to.
    public var addressFamily: HTTPAddressFamily {
        get { self[option: AddressFamilyOption.self] }
        set { self[option: AddressFamilyOption.self] = newValue }
    }
}
