public import Foundation
public import HTTP

/// What a ``BodyProvider`` made.
public enum RequestBody: Sendable {
    /// Nothing.
    case none
    /// Bytes in memory.
    case data(Data)
    /// Bytes that are read while they are sent.
    case body(any HTTPBody)

    /// The same for the core. The content type is the header's to state.
    public var httpBody: any HTTPBody {
        switch self {
        case .none: EmptyBody()
        case .data(let data): DataBody(data)
        case .body(let body): body
        }
    }
}
