#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Selects exchanges. A property that is nil, empty or false does not restrict.
public struct HistoryFilter: Hashable, Sendable {
    /// Prefixes of words that must all occur in the URL, the headers, the name, the environment, the status or error, or the beginning of
    /// a text body.
    public var text: String
    /// The absolute path of a workspace.
    public var workspace: String?
    /// A request's file, relative to its workspace.
    public var requestPath: String?
    /// An environment's name.
    public var environment: String?
    /// A method's token.
    public var method: String?
    /// A range of statuses; an exchange without a response has none.
    public var statuses: ClosedRange<Int>?
    /// True to select exchanges with an error only.
    public var onlyFailed: Bool
    /// True to select pinned exchanges only.
    public var onlyPinned: Bool
    /// The earliest time of sending.
    public var since: Date?
    /// The first time of sending that is excluded.
    public var until: Date?

    /// A filter; without restrictions by default.
    public init(
        text: String = "", workspace: String? = nil, requestPath: String? = nil, environment: String? = nil, method: String? = nil,
        statuses: ClosedRange<Int>? = nil, onlyFailed: Bool = false, onlyPinned: Bool = false, since: Date? = nil, until: Date? = nil
    ) {
        self.text = text
        self.workspace = workspace
        self.requestPath = requestPath
        self.environment = environment
        self.method = method
        self.statuses = statuses
        self.onlyFailed = onlyFailed
        self.onlyPinned = onlyPinned
        self.since = since
        self.until = until
    }

    /// The words of ``text``.
    public var words: [String] { Self.words(of: text).map(String.init) }

    /// True if the exchange matches. Every store gives the same result for the same filter.
    func matches(_ exchange: Exchange) -> Bool {
        matchesOrigin(exchange.origin)
            && method.map { $0 == exchange.request.method } ?? true
            && statuses.map { $0.contains(exchange.response?.status ?? .min) } ?? true
            && (!onlyFailed || exchange.error != nil)
            && (!onlyPinned || exchange.isPinned)
            && since.map { exchange.startedAt >= $0 } ?? true
            && until.map { exchange.startedAt < $0 } ?? true
            && matchesText(exchange)
    }

    private func matchesOrigin(_ origin: Exchange.Origin) -> Bool {
        workspace.map { $0 == origin.workspace } ?? true
            && requestPath.map { $0 == origin.requestPath } ?? true
            && environment.map { $0 == origin.environment } ?? true
    }

    private func matchesText(_ exchange: Exchange) -> Bool {
        let wanted = Self.words(of: text.lowercased())
        guard !wanted.isEmpty else { return true }
        let words = Set(Self.words(of: exchange.searchedText.lowercased()))
        return wanted.allSatisfy { part in words.contains { $0.hasPrefix(part) } }
    }

    /// Runs of letters, digits and the marks on them, by scalars: the same words as SQLite's full-text search sees.
    private static func words(of text: String) -> [Substring] {
        text.unicodeScalars.split { !isPartOfWord($0) }.map { Substring($0) }
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        case .decimalNumber, .letterNumber, .otherNumber: true
        case .nonspacingMark, .spacingMark, .enclosingMark, .privateUse: true
        default: false
        }
    }
}
