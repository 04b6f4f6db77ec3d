/// A change of a jar by hand: what goes, and what comes in the place of the cookie of its name, domain and path, or at the end.
///
/// A difference and not a whole jar, so that what answers set meanwhile stays.
public struct CookieChange: Hashable, Sendable {
    /// What goes.
    public let removed: [HTTPCookie]
    /// What comes; a creation of `distantPast` stands for the moment that the jar takes it.
    public let put: [HTTPCookie]

    /// What makes one list of cookies of another.
    public init(from old: [HTTPCookie], to new: [HTTPCookie]) {
        let kept = Set(new.map(\.key))
        let known = Set(old)
        removed = old.filter { !kept.contains($0.key) }
        put = new.filter { !known.contains($0) }
    }

    /// Whether nothing changes.
    public var isEmpty: Bool { removed.isEmpty && put.isEmpty }
}

/// Why a jar did not take a change by hand, or did not keep it.
public struct CookieChangeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for a person.
    public let description: String
}
