import CSQLite

/// The row that a statement stands on; valid until the statement moves on.
struct SQLRow {
    let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

    func flag(_ column: Int32) -> Bool { integer(column) != 0 }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    /// Nil for NULL.
    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    /// Nil for NULL.
    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    func text(_ column: Int32) -> String { String(decoding: blob(column), as: UTF8.self) }

    func blob(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(statement, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }
}
