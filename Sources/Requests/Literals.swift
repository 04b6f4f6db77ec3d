public import Foundation

extension URL {
    /// Creates a URL from a string literal. Traps if it is invalid, which the first run shows.
    public init(_ string: StaticString) {
        guard let url = URL(string: "\(string)") else { preconditionFailure("\(string) is not a valid URL") }
        self = url
    }
}

/// Query items from a dictionary literal, in its order: `["query": "alex", "limit": "30"]`.
///
/// A retroactive conformance for everyone who imports this module, as in the library that it follows. A program that declares the same
/// conformance cannot use this module.
extension Array: @retroactive ExpressibleByDictionaryLiteral where Element == URLQueryItem {
    /// Keeps the order of the literal, and duplicates.
    public init(dictionaryLiteral elements: (String, String?)...) {
        self = elements.map { URLQueryItem(name: $0.0, value: $0.1) }
    }
}
