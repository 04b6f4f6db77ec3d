import Platform
import Workspace

/// The tables of the history. A later version appends a migration and never changes one that has been released.
enum HistorySchema {
    /// `apus` in ASCII, which identifies the database (<https://sqlite.org/pragma.html#pragma_application_id>).
    static let applicationID: Int64 = 0x6170_7573

    /// The migrations in order, as SQL. `user_version` counts those that have run.
    ///
    /// `unindexed` is in two of them. The program's earlier fourth migration added words to the index at once: a database that it left at
    /// version 4 has a complete index and lacks the table, which the fifth adds. A database before that gets the table in the fourth, which
    /// marks its exchanges in it; the fifth then finds it there.
    static let migrations = [tables + search + totals + removal, notes, words, unindexed + reindexing, unindexed]

    private static let tables = """
        CREATE TABLE exchange (
          key INTEGER PRIMARY KEY, -- see HistoryKey
          id TEXT NOT NULL UNIQUE,
          startedAt REAL NOT NULL, -- seconds since 2001
          duration REAL NOT NULL, -- seconds
          workspace TEXT NOT NULL,
          requestPath TEXT,
          name TEXT NOT NULL,
          environment TEXT,
          method TEXT NOT NULL,
          url TEXT NOT NULL,
          status INTEGER,
          errorCode TEXT,
          byteCount INTEGER NOT NULL, -- of the answer's body
          isPinned INTEGER NOT NULL,
          storedByteCount INTEGER NOT NULL -- in this database, its index apart
        );
        CREATE INDEX exchangeByRequest ON exchange (workspace, requestPath);
        CREATE INDEX exchangeByPin ON exchange (isPinned) WHERE isPinned = 1;
        CREATE TABLE detail (key INTEGER PRIMARY KEY, json TEXT NOT NULL);
        CREATE TABLE body (
          key INTEGER NOT NULL,
          role INTEGER NOT NULL, -- 0 of the request, 1 of the answer
          byteCount INTEGER NOT NULL,
          isComplete INTEGER NOT NULL,
          bytes BLOB,
          file TEXT, -- SHA-256 in hexadecimal, where the bytes are not here
          PRIMARY KEY (key, role)
        );
        CREATE TABLE file (hash TEXT PRIMARY KEY, byteCount INTEGER NOT NULL, useCount INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX fileUnused ON file (hash) WHERE useCount = 0;

        """

    /// The words of each exchange, without their positions, to keep the index small. Prefixes are indexed so that the first typed letter is
    /// found as fast as the fifth.
    private static let search = """
        CREATE VIRTUAL TABLE search USING fts5 (
          text, tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'", prefix = '1 2 3', detail = none, columnsize = 0
        );

        """

    /// Totals, updated by triggers, so that enforcing a limit does not scan all rows.
    private static let totals = """
        CREATE TABLE total (exchangeCount INTEGER NOT NULL, pinnedCount INTEGER NOT NULL, byteCount INTEGER NOT NULL);
        INSERT INTO total VALUES (0, 0, 0);
        CREATE TRIGGER exchangeAdded AFTER INSERT ON exchange BEGIN
          UPDATE total SET exchangeCount = exchangeCount + 1, pinnedCount = pinnedCount + new.isPinned,
            byteCount = byteCount + new.storedByteCount;
        END;
        CREATE TRIGGER exchangePinned AFTER UPDATE OF isPinned ON exchange BEGIN
          UPDATE total SET pinnedCount = pinnedCount + new.isPinned - old.isPinned;
        END;
        CREATE TRIGGER fileUsed AFTER UPDATE OF useCount ON file WHEN (old.useCount > 0) <> (new.useCount > 0) BEGIN
          UPDATE total SET byteCount = byteCount + iif(new.useCount > 0, new.byteCount, -new.byteCount);
        END;
        CREATE TRIGGER bodyAdded AFTER INSERT ON body WHEN new.file IS NOT NULL BEGIN
          UPDATE file SET useCount = useCount + 1 WHERE hash = new.file;
        END;

        """

    private static let removal = """
        CREATE TRIGGER exchangeRemoved AFTER DELETE ON exchange BEGIN
          UPDATE total SET exchangeCount = exchangeCount - 1, pinnedCount = pinnedCount - old.isPinned,
            byteCount = byteCount - old.storedByteCount;
          DELETE FROM detail WHERE key = old.key;
          DELETE FROM body WHERE key = old.key;
          DELETE FROM search WHERE rowid = old.key;
        END;
        CREATE TRIGGER bodyRemoved AFTER DELETE ON body WHEN old.file IS NOT NULL BEGIN
          UPDATE file SET useCount = useCount - 1 WHERE hash = old.file;
        END;
        """

    /// Notes, tags, the entry that another one repeats, and filters with a name.
    private static let notes = """
        ALTER TABLE exchange ADD COLUMN note TEXT NOT NULL DEFAULT '';
        ALTER TABLE exchange ADD COLUMN tags TEXT NOT NULL DEFAULT ''; -- words with a space between them
        ALTER TABLE exchange ADD COLUMN repeats TEXT; -- the id of another exchange
        CREATE INDEX exchangeByTag ON exchange (key) WHERE tags <> '';
        CREATE TABLE savedFilter (name TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;

        """

    /// The words of the full-text index that are longer than its prefixes, so that the beginning of a word is found by whole words.
    private static let words = """
        CREATE TABLE word (text TEXT PRIMARY KEY) WITHOUT ROWID;
        CREATE VIRTUAL TABLE indexed USING fts5vocab (search, row);
        ALTER TABLE total ADD COLUMN removedCount INTEGER NOT NULL DEFAULT 0; -- of exchanges, since the words were listed
        CREATE TRIGGER exchangeForgotten AFTER DELETE ON exchange BEGIN
          UPDATE total SET removedCount = removedCount + 1;
        END;
        """

    /// The exchanges that are stored and not yet in the full-text index.
    private static let unindexed = """
        CREATE TABLE IF NOT EXISTS unindexed (key INTEGER PRIMARY KEY);
        CREATE TRIGGER IF NOT EXISTS exchangeNeverIndexed AFTER DELETE ON exchange BEGIN
          DELETE FROM unindexed WHERE key = old.key;
        END;

        """

    /// An index of the bodies in files, for a history over its size. Made only then and not a migration, so that earlier versions open the
    /// database.
    static let bodiesByFile = "CREATE INDEX IF NOT EXISTS bodyByFile ON body (file, key) WHERE file IS NOT NULL"

    /// The deletions that have begun and not ended, as texts. Made by the first one and not a migration, so that earlier versions open the
    /// database.
    static let deletions = "CREATE TABLE IF NOT EXISTS deletion (text TEXT NOT NULL)"

    /// Marks all exchanges to be indexed again later: earlier versions lack words, and opening a long history must not wait for that.
    private static let reindexing = """
        INSERT INTO unindexed SELECT key FROM exchange;
        """
}

/// The key of a row. Keys are in the order of the list, so that pages and searches read from the end without sorting.
///
/// The upper bits are microseconds since 1970; the lower ten come from the id, which orders exchanges of the same microsecond.
enum HistoryKey {
    private static let idBitCount = 10
    private static let step = Int64(1) << idBitCount

    /// The key of an exchange; if it is taken, the next free one is used.
    static func key(startedAt: Date, id: String) -> Int64 { first(at: startedAt) + idBits(id) }

    /// The smallest key at a time.
    static func first(at time: Date) -> Int64 {
        // The range that the multiplication can hold: the years 1688 to 2252.
        let microseconds = min(max(time.timeIntervalSince1970 * 1e6, -8.9e15), 8.9e15)
        return Int64(microseconds.rounded()) * step
    }

    /// The first ten bits of a UUID in text; for other ids, bits that mostly keep their order.
    private static func idBits(_ id: String) -> Int64 {
        let digits = (Array(id.utf8.prefix(3)) + [0, 0, 0]).prefix(3).map { byte in
            byte == 0 ? 0 : Int64(Character(Unicode.Scalar(byte)).hexDigitValue ?? 15)
        }
        return digits.reduce(0) { $0 << 4 | $1 } >> 2 & (step - 1)
    }
}

extension Exchange.Notes {
    /// The tags in one text; a tag has no spaces.
    var storedTags: String { tags.map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }.joined(separator: " ") }
}
