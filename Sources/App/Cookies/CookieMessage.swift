public import HTTP

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Messages about cookie jars.
public enum CookieMessage: Sendable, Equatable {
    /// Opens the jar of the environment, with those of the others beside it.
    case show
    /// The content of jars at a moment.
    case read([CookieJarContent], at: Date)
    /// Writes changes of jars.
    case apply([CookieJarChange])
    case applied([CookieJarChange])
    /// The jars could not be changed.
    case failed(String)
    /// Asks whether to empty the jar that is shown.
    case askToClear
    case clear
    /// Removes all cookies of the domain under the cursor.
    case deleteDomain
}

/// Effects on cookie jars.
public enum CookieEffect: Sendable, Equatable {
    /// Reads jars to show them, the first one in front.
    case read([String])
    /// Changes them.
    case apply([CookieJarChange])
}

/// Requests of the cookie jars to other features.
enum CookieOutput {
    /// Closes the window that was saved, or shows why it cannot be.
    case endSaving(problem: String?)
    /// Removes rows of the table that is shown.
    case remove(CookieRows.Removal)
}

/// The parts of the program's state that the cookie jars read.
struct CookieContext {
    /// The environment that the request in front is sent to; empty for none.
    let environment: String
    /// The names of the environments of its collection.
    let environments: [String]
    /// The title of the jar that is shown, and the number of its cookies; nil while none is shown.
    let shownJar: (title: String, count: Int)?
    /// True while the window waits for the jars to be written.
    let isSavingWindow: Bool
}

typealias CookieOutcome = Outcome<CookieMessage, CookieEffect, CookieOutput>

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
