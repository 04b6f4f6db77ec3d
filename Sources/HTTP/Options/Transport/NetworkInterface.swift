private enum NetworkInterfaceOption: HTTPRequestOption {
    static let defaultOptionValue: String? = nil
}

extension HTTPRequest {
    /// The interface name, address or host name to send from; nil for the system's choice.
    public var networkInterface: String? {
        get { self[option: NetworkInterfaceOption.self] }
        set { self[option: NetworkInterfaceOption.self] = newValue }
    }
}
