import HTTP
import Widgets

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The jars of cookies as a window of tables.
public struct CookieSheet: Sendable, Equatable {
    /// The jars as they were read, one for each page.
    let jars: [CookieJarContent]
    /// When they were read.
    let now: Date

    static let noEnvironment = "no environment"

    /// The window for jars.
    static func sheet(_ jars: [CookieJarContent], now: Date) -> SheetOverlay {
        let jars = jars.map { jar in
            CookieJarContent(name: jar.name, cookies: jar.cookies.sorted { ($0.domain, $0.path, $0.name) < ($1.domain, $1.path, $1.name) })
        }
        let pages = jars.map { jar in
            SheetOverlay.Page(
                title: jar.name.isEmpty ? noEnvironment : jar.name,
                shape: TableShape(
                    columns: CookieRows.columns, hasCheckboxes: false, addTitle: "Add a cookie", leastShare: 3),
                hint: "x delete domain · X delete all · ^S save. Session cookies are kept until Apus ends, in no file.",
                rows: jar.cookies.map(CookieRows.row))
        }
        return SheetOverlay("Cookie jar", .cookies(CookieSheet(jars: jars, now: now)), pages)
    }

    /// Says at each row but the one that is typed in what is wrong with it.
    func mark(_ page: inout SheetOverlay.Page, at number: Int) {
        let old = Self.byKey(jars[number].cookies)
        for index in page.rows.indices {
            let isTyped = page.table.isEditing && page.filter.index(ofShown: page.table.selected) == index
            let problem = isTyped || page.rows[index].isBlank ? nil : problem(with: page.rows[index], old)
            if page.rows[index].problem != problem { page.rows[index].problem = problem }
        }
    }

    /// The effect that saves the tables.
    func effect(_ pages: [[TableRow]]) throws(SheetProblem) -> CookieEffect {
        var changes: [CookieJarChange] = []
        for (index, jar) in jars.enumerated() {
            let new = try cookies(pages[index], of: jar, on: index)
            let change = CookieJarChange(jar: jar.name, old: jar.cookies, new: new)
            if !CookieChange(from: change.old, to: change.new).isEmpty { changes.append(change) }
        }
        return .apply(changes)
    }

    private func cookies(_ rows: [TableRow], of jar: CookieJarContent, on page: Int) throws(SheetProblem) -> [StoredCookie] {
        let old = Self.byKey(jar.cookies)
        var cookies: [StoredCookie] = []
        var keys: Set<StoredCookie.Key> = []
        for row in rows where !row.isBlank {
            do throws(CookieChangeFault) {
                let cookie = try CookieRows.cookie(row, keeping: old, now: now)
                guard keys.insert(cookie.key).inserted else { throw CookieChangeFault("Another has the same name, domain and path.") }
                cookies.append(cookie)
            } catch {
                throw SheetProblem(page: page, message: "The cookie “\(row[2])” of “\(row[0])”: \(error.reason)")
            }
        }
        return cookies
    }

    private static func byKey(_ cookies: [StoredCookie]) -> [StoredCookie.Key: StoredCookie] {
        Dictionary(cookies.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func problem(with row: TableRow, _ old: [StoredCookie.Key: StoredCookie]) -> String? {
        do throws(CookieChangeFault) {
            _ = try CookieRows.cookie(row, keeping: old, now: now)
            return nil
        } catch {
            return error.reason
        }
    }
}
