/// Whether a request stands in the line.
public enum ThrottleOption: Hashable, Sendable {
    /// In its turn.
    case always
    /// At once, and without being counted.
    case never
}

private enum ThrottleKey: HTTPRequestOption {
    static let defaultOptionValue = ThrottleOption.always
}

extension HTTPRequest {
    /// Whether ``Throttle`` may hold this request back.
    public var throttle: ThrottleOption {
        get { self[option: ThrottleKey.self] }
        set { self[option: ThrottleKey.self] = newValue }
    }
}
