public import Foundation

extension URL {
    /// A URL written in source; stops the program when it is none, which the first run shows.
    public init(_ string: StaticString) {
        guard let url = URL(string: "\(string)") else { preconditionFailure("\(string) is not a valid URL") }
        self = url
    }
}

/// Query items as a dictionary literal, in its order: `["query": "alex", "limit": "30"]`.
///
/// A conformance of the standard library's own type, for everyone who imports this module: the seeds' syntax asks for it. A program
/// that declares the same conformance itself cannot use this module beside it.
extension Array: @retroactive ExpressibleByDictionaryLiteral where Element == URLQueryItem {
    /// Items in the literal's order, duplicates kept.
    public init(dictionaryLiteral elements: (String, String?)...) {
        self = elements.map { URLQueryItem(name: $0.0, value: $0.1) }
    }
}
