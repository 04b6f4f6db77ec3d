import Workspace

/// The words that are listed beside the full-text index, collected from texts; each once.
///
/// SQLite reads the entries of a whole word one by one, the newest first, and has the beginnings of up to three letters ready. For a longer
/// beginning it collects all entries of all words that begin so, before it gives the first: tens of milliseconds for each hundred thousand.
struct WordList {
    /// The longest beginning that the index has ready.
    static let prefixLength = 3
    /// More words that begin alike are left to the index.
    static let maxCount = 256

    /// The words that can be found by more than the index has ready, as the index has them.
    private(set) var words: [String] = []
    /// The beginnings, up to the first letter that is not ASCII, of words that only the index can fold.
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

    /// A beginning that is typed with other letters is left to the index.
    private mutating func addHead(of word: String) {
        let head = word.unicodeScalars.prefix(while: Self.isPlain)
        if head.count > Self.prefixLength { heads.insert(String(head).lowercased()) }
    }

    private mutating func add(word: [UInt8]) {
        var hasher = Hasher()
        word.withUnsafeBytes { hasher.combine(bytes: $0) }
        if known.insert(hasher.finalize()).inserted { words.append(String(decoding: word, as: UTF8.self)) }
    }

    /// Adds the words of an ASCII text without decoding each character; returns false for a text with others than ASCII and the signs of ``HistoryFacets``.
    private mutating func add(plain bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // Of the word that ends here: its bytes in lower case, and how many of them continue a character.
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

    /// A word as in the index; nil if only the index can tell.
    static func folded(_ word: String) -> String? {
        word.utf8.allSatisfy { $0 < 0x80 } || word.unicodeScalars.allSatisfy(isPlain) ? word.lowercased() : nil
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII || scalar.properties.generalCategory == .privateUse
    }
}
