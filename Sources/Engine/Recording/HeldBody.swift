import Platform
package import Workspace

/// A second name for the file of a large answer, for those who look into it while the history takes the first one over.
package enum HeldBody {
    private static let suffix = ".held"

    /// The exchange with the second name, where its request says something of its answer and the answer is in a file.
    package static func hold(_ exchange: Exchange) -> Exchange {
        guard let draft = exchange.draft, !(draft.captures.isEmpty && draft.assertions.isEmpty),
            case .file(let path)? = exchange.response?.body.storage, link(path, path + suffix) == 0
        else { return exchange }
        var held = exchange
        held.response?.body.storage = .file(path + suffix)
        return held
    }

    /// Removes the second name, where it has one.
    package static func release(_ exchange: Exchange) {
        if case .file(let path)? = exchange.response?.body.storage, path.hasSuffix(suffix) { unlink(path) }
    }

    /// True if the body of the response is no longer readable at its place.
    package static func isGone(_ exchange: Exchange) -> Bool {
        if case .file(let path)? = exchange.response?.body.storage { access(path, R_OK) != 0 } else { false }
    }
}
