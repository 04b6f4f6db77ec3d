import CSQLite

/// What SQLite said when it refused.
struct SQLFailure: Error, CustomStringConvertible {
    /// The extended result code.
    let code: Int32
    /// SQLite's own words; they name tables and columns, never values.
    let message: String

    /// The primary result code.
    var primaryCode: Int32 { code & 0xFF }

    /// The file is no database, or its content contradicts itself.
    var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }

    var description: String { "SQLite error \(code): \(message)" }
}
