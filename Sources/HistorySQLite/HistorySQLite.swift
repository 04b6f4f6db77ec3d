// The history on disk.
//
//   Exchange ──BodyFolder──► bodies/<SHA-256>          large bodies, shared by the exchanges that have them
//       │
//       └──SQLiteHistoryStore──► history.sqlite        exchange (rows of the list), detail, body, search (FTS5), file, total
//
// Several programs may write at once: SQLite's write-ahead log and one short transaction for each exchange see to that.
