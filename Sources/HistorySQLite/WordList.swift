import Workspace

/// The words that are listed beside the full-text index, collected from texts; each once.
///
/// SQLite returns the entries of a whole word one by one, the newest first; prefixes of up to three letters have an index of their own.
/// For a longer prefix it collects all entries of all words with that prefix before it returns the first: tens of milliseconds for each
/// hundred thousand. Queries therefore replace a longer prefix by the listed words that have it.
struct WordList {
    /// The length of the longest prefixes in the full-text index.
    static let prefixLength = 3
    /// The maximum number of words that replace a prefix; with more, the index searches for the prefix itself.
    static let maxCount = 256

    /// The words longer than ``prefixLength``, in the form of the index.
    private(set) var words: [String] = []
    /// The ASCII prefixes of words with other letters, whose form only the index knows.
    private(set) var heads: Set<String> = []
    /// The hashes of the words: most words of a text have come before, and need not become strings.
    private var known: Set<Int> = []

    /// Collects the words of a text.
    mutating func add(_ text: String) {
        var text = text
        let isPlain = text.withUTF8 { add(plain: $0) }
        guard !isPlain else { return }
        for word in HistoryFilter.words(of: text) where word.unicodeScalars.count > Self.prefixLength {
            if let folded = Self.folded(word) { add(word: Array(folded.utf8)) } else { addHead(of: word) }
        }
    }

    /// Adds the ASCII prefix of a word with other letters.
    private mutating func addHead(of word: String) {
        let head = word.unicodeScalars.prefix(while: Self.isPlain)
        if head.count > Self.prefixLength { heads.insert(String(head).lowercased()) }
    }

    private mutating func add(word: [UInt8]) {
        var hasher = Hasher()
        word.withUnsafeBytes { hasher.combine(bytes: $0) }
        if known.insert(hasher.finalize()).inserted { words.append(String(decoding: word, as: UTF8.self)) }
    }

    /// Adds the words of an ASCII text without decoding each character; returns false for a text with characters other than ASCII and the signs of
    /// ``HistoryFacets``.
    private mutating func add(plain bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // The bytes of the current word in lower case, and how many of them continue a character.
        var (word, continuationCount) = ([UInt8](), 0)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): word.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): word.append(byte | 0x20)
            case 0xEE:
                // U+E000 to U+E03F, of the private use area. Text is valid UTF-8: two bytes follow.
                guard bytes[index] == 0x80 else { return false }
                word += [byte, 0x80, bytes[index + 1]]
                continuationCount += 2
                index += 2
            case 0x80...: return false
            default:
                if word.count - continuationCount > Self.prefixLength { add(word: word) }
                word.removeAll(keepingCapacity: true)
                continuationCount = 0
            }
        }
        if word.count - continuationCount > Self.prefixLength { add(word: word) }
        return true
    }

    /// The form of a word in the index; nil if only the index knows it.
    static func folded(_ word: String) -> String? {
        word.utf8.allSatisfy { $0 < 0x80 } || word.unicodeScalars.allSatisfy(isPlain) ? word.lowercased() : nil
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII || scalar.properties.generalCategory == .privateUse
    }
}
