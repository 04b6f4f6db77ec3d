/// The addresses of a host and port, given by hand.
public struct HTTPAddressOverride: Hashable, Sendable {
    /// The name in the URL; `*` for any.
    public var host: String
    /// The port in the URL.
    public var port: Int
    /// Numeric, tried in this order; at least one.
    public var addresses: [String]

    /// Stands in for a look-up.
    public init(host: String, port: Int, addresses: [String]) {
        self.host = host
        self.port = port
        self.addresses = addresses
    }
}

private enum AddressOverridesOption: HTTPRequestOption {
    static let defaultOptionValue: [HTTPAddressOverride] = []
}

extension HTTPRequest {
    /// Addresses that are used instead of asking the name service.
    public var addressOverrides: [HTTPAddressOverride] {
        get { self[option: AddressOverridesOption.self] }
        set { self[option: AddressOverridesOption.self] = newValue }
    }
}
