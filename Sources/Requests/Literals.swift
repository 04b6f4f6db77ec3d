public import Foundation

extension URL {
    /// Creates a URL from a string literal. Traps if it is invalid, which the first run shows.
    public init(_ string: StaticString) {
        guard let url = URL(string: "\(string)") else { preconditionFailure("\(string) is not a valid URL") }
        self = url
    }
}
