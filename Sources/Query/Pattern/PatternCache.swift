/// The patterns of one evaluation, compiled once: `search(@.name, 'x')` asks for the same one at each node.
final class PatternCache {
    private var patterns: [[UInt8]: IRegexp?] = [:]
    /// Patterns may come from the body, so that there could be any number of them.
    private static let limit = 64

    /// The compiled pattern; nil for what is none.
    func pattern(_ text: [UInt8]) -> IRegexp? {
        if let known = patterns[text] { return known }
        if patterns.count >= Self.limit { patterns = [:] }
        let pattern = IRegexp(String(decoding: text, as: UTF8.self))
        patterns[text] = .some(pattern)
        return pattern
    }
}
