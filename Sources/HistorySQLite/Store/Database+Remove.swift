#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import Workspace

extension Database {
    /// How many exchanges one sending may remove: limits that were lowered take hold little by little, and no sending waits long.
    private static let mostRemoved = 100

    func setPinned(_ isPinned: Bool, _ ids: [Exchange.ID]) throws {
        try transaction {
            for id in ids { try run("UPDATE exchange SET isPinned = ? WHERE id = ?", .flag(isPinned), .text(id)) }
        }
    }

    func delete(_ ids: [Exchange.ID]) throws {
        try transaction {
            for id in ids { try run("DELETE FROM exchange WHERE id = ?", .text(id)) }
        }
    }

    /// Removes the oldest exchanges that the limits exclude, never the one that has just come, nor one that is pinned.
    func removeExcess(over limits: HistoryLimits, now: Date, keeping id: Exchange.ID) throws {
        guard try isOver(limits, now: now) else { return }
        try transaction {
            for row in try oldest(but: id) where try isOver(limits, now: now) {
                try run("DELETE FROM exchange WHERE key = ?", .integer(row))
            }
        }
        try execute("PRAGMA incremental_vacuum(256)")
    }

    /// Removes the files of bodies that no exchange has any more. Under the lock, so that no other program takes one up meanwhile.
    func removeUnusedFiles(_ location: HistoryLocation) throws {
        let unused = "SELECT hash FROM file WHERE useCount = 0"
        guard try !rows(unused, read: { $0.text(0) }).isEmpty else { return }
        try transaction {
            for hash in try rows(unused, read: { $0.text(0) }) {
                unlink(location.path(ofBody: hash))
                try run("DELETE FROM file WHERE hash = ?", .text(hash))
            }
        }
    }

    private func oldest(but id: Exchange.ID) throws -> [Int64] {
        let sql = "SELECT key FROM exchange WHERE isPinned = 0 AND id <> ? ORDER BY key LIMIT \(Self.mostRemoved)"
        return try rows(sql, [.text(id)]) { $0.integer(0) }
    }

    private func isOver(_ limits: HistoryLimits, now: Date) throws -> Bool {
        let total = try rows("SELECT exchangeCount - pinnedCount, byteCount FROM total") { ($0.integer(0), $0.integer(1)) }.first ?? (0, 0)
        if let count = limits.count, total.0 > count { return true }
        if let byteCount = limits.byteCount, total.1 > byteCount { return true }
        guard let age = limits.age else { return false }
        let oldest = try integer("SELECT key FROM exchange WHERE isPinned = 0 ORDER BY key LIMIT 1")
        return oldest.map { $0 < HistoryKey.first(at: now.addingTimeInterval(-(age / .seconds(1)))) } ?? false
    }
}
