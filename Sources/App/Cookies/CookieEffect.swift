public import HTTP

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What is done with jars.
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
    public let cookies: [HTTPCookie]

    /// What a jar holds.
    public init(name: String, cookies: [HTTPCookie]) {
        self.name = name
        self.cookies = cookies
    }
}

/// A change of one jar.
public struct CookieJarChange: Sendable, Equatable {
    /// The jar's name.
    public let jar: String
    /// What it held before.
    public let old: [HTTPCookie]
    /// What it is to hold.
    public let new: [HTTPCookie]

    /// What takes the change back.
    var inverse: CookieJarChange { CookieJarChange(jar: jar, old: new, new: old) }
}

/// What came of something done with jars.
public enum CookieMessage: Sendable, Equatable {
    /// Asks for the jar of the environment, and for its neighbours'.
    case show
    /// What they held at a moment.
    case read([CookieJarContent], at: Date)
    case applied([CookieJarChange])
    /// Empties the jar that is shown, after the question whether.
    case clear
}
