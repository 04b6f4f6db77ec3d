#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Hashing
import Platform

/// Keeps cookie jars between runs.
public protocol CookieStorage: Sendable {
    /// The jar of that name; nil if there is none or it cannot be read.
    func load(_ jar: String) -> CookieList?

    /// Stores a jar. The storage may keep or drop session cookies.
    /// - Returns: the reason why the jar was not stored; nil if it was.
    @discardableResult func save(_ list: CookieList, as jar: String) -> String?

    /// Removes all jars, including those of earlier runs.
    func removeAll()
}

/// Stores each jar in a JSON file with mode 0600, without session cookies.
public struct FileCookieStorage: CookieStorage {
    private let folder: String
    private let suffix: String

    /// Creates a storage.
    /// - Parameters:
    ///   - folder: an existing folder.
    ///   - owner: the owner of the jars, such as the path of a workspace, so that jars of the same name are separate for each owner; nil if
    ///     the folder has one owner.
    public init(folder: String, owner: String? = nil) {
        self.folder = folder
        suffix = (owner.map { "." + HashAlgorithm.sha256.hexDigest(of: $0).prefix(16) } ?? "") + ".cookies.json"
    }

    /// Reads the file of a jar.
    public func load(_ jar: String) -> CookieList? {
        guard let bytes = try? FileBody(path: path(of: jar)).encode() else { return nil }
        return try? JSONDecoder().decode(CookieList.self, from: Data(bytes))
    }

    /// Replaces the file atomically. On failure the jar stays in memory only, because a full disk must not fail a request.
    @discardableResult public func save(_ list: CookieList, as jar: String) -> String? {
        var lasting = list
        lasting.removeAll { $0.expires == nil }
        return AtomicFile.write(json: lasting, to: path(of: jar))
    }

    /// Removes the files of all jars of the owner.
    public func removeAll() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasSuffix(suffix) { unlink("\(folder)/\(name)") }
    }

    /// The path of a jar's file. The file name of the unnamed jar cannot be an encoded name.
    private func path(of jar: String) -> String {
        let name = jar.isEmpty ? "+" : jar.percentEncoded(keeping: ASCIISet.alphanumeric.union(ASCIISet("-_")))
        return "\(folder)/\(name)\(suffix)"
    }
}

/// A change of a jar by a user: cookies to remove, and cookies to add or replace.
///
/// A difference rather than a whole jar, so that cookies that responses set meanwhile are kept.
public struct CookieChange: Hashable, Sendable {
    /// The cookies to remove.
    public let removed: [StoredCookie]
    /// The cookies to add or replace. A creation date of `distantPast` is replaced by the time of the change.
    public let put: [StoredCookie]

    /// Creates the difference between two lists.
    public init(from old: [StoredCookie], to new: [StoredCookie]) {
        let kept = Set(new.map(\.key))
        let known = Set(old)
        removed = old.filter { !kept.contains($0.key) }
        put = new.filter { !known.contains($0) }
    }

    /// True if nothing changes.
    public var isEmpty: Bool { removed.isEmpty && put.isEmpty }
}

/// The reason why a jar did not apply or store a change.
public struct CookieChangeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for a user.
    public let description: String
}
