public import HTTP

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Effects on cookie jars.
public enum CookieEffect: Sendable, Equatable {
    /// Reads jars to show them, the first one in front.
    case read([String])
    /// Changes them.
    case apply([CookieJarChange])
}

/// A jar as it was read.
public struct CookieJarContent: Sendable, Equatable {
    /// The name of the environment that it belongs to; empty for requests without one.
    public let name: String
    /// In the order they were first set.
    public let cookies: [StoredCookie]

    /// A jar with its cookies.
    public init(name: String, cookies: [StoredCookie]) {
        self.name = name
        self.cookies = cookies
    }
}

/// A change of one jar.
public struct CookieJarChange: Sendable, Equatable {
    /// The jar's name.
    public let jar: String
    /// The cookies before the change.
    public let old: [StoredCookie]
    /// The cookies after the change.
    public let new: [StoredCookie]

    /// The change that undoes this one.
    var inverse: CookieJarChange { CookieJarChange(jar: jar, old: new, new: old) }
}

/// Messages about cookie jars.
public enum CookieMessage: Sendable, Equatable {
    /// Asks for the jar of the environment, and for its neighbours'.
    case show
    /// The content of jars at a moment.
    case read([CookieJarContent], at: Date)
    case applied([CookieJarChange])
    /// Empties the jar that is shown, after the question whether.
    case clear
}
