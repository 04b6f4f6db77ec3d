#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Hashing
import Platform

/// Where jars are kept between runs.
public protocol CookieStorage: Sendable {
    /// The jar of that name; nil where there is none yet or it cannot be read.
    func load(_ jar: String) -> CookieList?

    /// Keeps the jar. Session cookies are the storage's to keep or to drop.
    /// - Returns: why it could not be kept; nil when it was.
    @discardableResult func save(_ list: CookieList, as jar: String) -> String?

    /// Forgets every jar, those of earlier runs too.
    func removeAll()
}

/// One JSON file of mode 0600 for each jar, without its session cookies.
public struct FileCookieStorage: CookieStorage {
    private let folder: String
    private let suffix: String

    /// - Parameters:
    ///   - folder: must be there.
    ///   - owner: whom the jars belong to, as the path of a workspace: jars of the same name that belong to another are others; nil where
    ///     nobody else keeps jars in the folder.
    public init(folder: String, owner: String? = nil) {
        self.folder = folder
        suffix = (owner.map { "." + HashAlgorithm.sha256.hexDigest(of: $0).prefix(16) } ?? "") + ".cookies.json"
    }

    /// Reads the file.
    public func load(_ jar: String) -> CookieList? {
        guard let bytes = try? FileBody(path: path(of: jar)).encode() else { return nil }
        return try? JSONDecoder().decode(CookieList.self, from: Data(bytes))
    }

    /// Writes the file whole, or leaves the old one: the jar stays in memory then, since a full disk must not fail a request.
    @discardableResult public func save(_ list: CookieList, as jar: String) -> String? {
        var lasting = list
        lasting.removeAll { $0.expires == nil }
        return AtomicFile.write(json: lasting, to: path(of: jar))
    }

    /// Removes the files of all the owner's jars.
    public func removeAll() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasSuffix(suffix) { unlink("\(folder)/\(name)") }
    }

    /// The jar without a name has a file that no encoded name can have.
    private func path(of jar: String) -> String {
        let name = jar.isEmpty ? "+" : jar.percentEncoded(keeping: ASCIISet.alphanumeric.union(ASCIISet("-_")))
        return "\(folder)/\(name)\(suffix)"
    }
}

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
