#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Which exchanges to list. What is nil, empty or false does not restrict.
public struct HistoryFilter: Hashable, Sendable {
    /// Words that all occur, as beginnings of words, in the URL, the headers, the name, the environment, the status or
    /// error, or the beginning of a text body.
    public var text: String
    /// The absolute path of a workspace.
    public var workspace: String?
    /// A request's file, relative to its workspace.
    public var requestPath: String?
    /// An environment's name.
    public var environment: String?
    /// A method's token.
    public var method: String?
    /// Statuses; an exchange without an answer has none.
    public var statuses: ClosedRange<Int>?
    /// Whether only those with an error are listed.
    public var onlyFailed: Bool
    /// Whether only those that are pinned are listed.
    public var onlyPinned: Bool
    /// Sent at this time or later.
    public var since: Date?
    /// Sent before this time.
    public var until: Date?

    /// A filter that lets everything through.
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

    /// The words of ``text``. Each begins a word of what is searched.
    public var words: [String] { Self.words(of: text).map(String.init) }

    /// Whether the exchange is one of those to list. Every store gives the same answer for the same filter.
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

    /// Runs of letters, digits and the marks on them, by scalars: as SQLite's full-text search can be told to see words.
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
