import Engine
import HTTP
import Platform
import Screen
import Widgets

/// The jars of cookies as a window of tables.
struct CookieWindow: Sendable, Equatable {
    /// The jars as they were read, one for each page.
    let jars: [CookieJarContent]
    /// The time of reading.
    let now: Date

    static let noEnvironment = "no environment"

    static func tableWindow(_ jars: [CookieJarContent], now: Date) -> TableWindow {
        let jars = jars.map { jar in
            CookieJarContent(name: jar.name, cookies: jar.cookies.sorted { ($0.domain, $0.path, $0.name) < ($1.domain, $1.path, $1.name) })
        }
        let pages = jars.map { jar in
            TableWindow.Page(
                title: jar.name.isEmpty ? noEnvironment : jar.name,
                shape: TableShape(
                    columns: CookieRows.columns, hasCheckboxes: false, addTitle: "Add", minShare: 3),
                hint: "Session cookies last until Apus quits.",
                rows: jar.cookies.map(CookieRows.row))
        }
        return TableWindow("Cookie jar", .cookies(CookieWindow(jars: jars, now: now)), pages)
    }

    /// Shows the mistake beside each row except the row that is being edited.
    func validate(_ page: inout TableWindow.Page, at number: Int) {
        let old = Self.byKey(jars[number].cookies)
        for index in page.rows.indices {
            let isTyped = page.table.isEditing && page.filter.index(ofShown: page.table.selected) == index
            let problem = isTyped || page.rows[index].isBlank ? nil : problem(with: page.rows[index], old)
            if page.rows[index].problem != problem { page.rows[index].problem = problem }
        }
    }

    /// The effect that saves the tables.
    func effect(_ pages: [[TableRow]]) throws(TableWindowError) -> CookieEffect {
        var changes: [CookieJarChange] = []
        for (index, jar) in jars.enumerated() {
            let new = try cookies(pages[index], of: jar, on: index)
            let change = CookieJarChange(jar: jar.name, old: jar.cookies, new: new)
            if !CookieChange(from: change.old, to: change.new).isEmpty { changes.append(change) }
        }
        return .apply(changes)
    }

    private func cookies(_ rows: [TableRow], of jar: CookieJarContent, on page: Int) throws(TableWindowError) -> [StoredCookie] {
        let old = Self.byKey(jar.cookies)
        var cookies: [StoredCookie] = []
        var keys: Set<StoredCookie.Key> = []
        for row in rows where !row.isBlank {
            do throws(CookieEditError) {
                let cookie = try CookieRows.cookie(row, keeping: old, now: now)
                guard keys.insert(cookie.key).inserted else { throw CookieEditError("Another cookie has this name, domain and path.") }
                cookies.append(cookie)
            } catch {
                throw TableWindowError(page: page, message: "The cookie “\(row[.name])” of “\(row[.domain])”: \(error.reason)")
            }
        }
        return cookies
    }

    private static func byKey(_ cookies: [StoredCookie]) -> [StoredCookie.Key: StoredCookie] {
        Dictionary(cookies.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func problem(with row: TableRow, _ old: [StoredCookie.Key: StoredCookie]) -> String? {
        do throws(CookieEditError) {
            _ = try CookieRows.cookie(row, keeping: old, now: now)
            return nil
        } catch {
            return error.reason
        }
    }
}

/// Converts cookies to table rows and back.
enum CookieRows {
    /// The columns from left to right.
    enum Column: Int, CaseIterable {
        case domain
        case path
        case name
        case value
        case expires
        case attributes
    }

    static let columns: [TableColumn] = Column.allCases.map { column in
        switch column {
        case .domain: TableColumn("Domain", width: .share(3), placeholder: "example.org", role: .headerName)
        case .path: TableColumn("Path", width: .share(2), placeholder: "/")
        case .name: TableColumn("Name", width: .share(3), role: .headerName)
        case .value: TableColumn("Value", width: .share(4), role: .headerValue)
        case .expires: TableColumn("Expires (UTC)", width: .fixed(19), placeholder: "session, or 2030-12-31")
        case .attributes: TableColumn("Attributes", width: .share(4), placeholder: attributeForms)
        }
    }
    /// Rows that are removed together.
    enum Removal: Sendable, Equatable {
        case all
        /// The cookies of the domain under the cursor.
        case domain
    }

    /// The rows that stay after a removal, for example of the selected one.
    static func removing(_ removal: Removal, from rows: [TableRow], selected: TableRow?) -> [TableRow] {
        switch removal {
        case .all: return []
        case .domain:
            guard let domain = selected?[.domain] else { return rows }
            return rows.filter { $0[.domain] != domain }
        }
    }

    private static let attributeForms = "Secure HttpOnly HostOnly SameSite=Lax"
    private static let session = "session"

    /// A cookie by domain, path and name.
    static func row(_ cookie: StoredCookie) -> TableRow {
        let sameSite = cookie.sameSite.map { "SameSite=\($0.rawValue)" }
        let attributes = [
            cookie.isSecure ? "Secure" : nil, cookie.isHTTPOnly ? "HttpOnly" : nil, cookie.isHostOnly ? "HostOnly" : nil, sameSite,
        ].compactMap(\.self)
        return TableRow(
            Column.allCases.map { column in
                switch column {
                case .domain: cookie.domain
                case .path: cookie.path
                case .name: cookie.name
                case .value: cookie.value
                case .expires: cookie.expires.map(TimeText.second) ?? session
                case .attributes: attributes.joined(separator: " ")
                }
            })
    }

    /// The cookie that a row defines.
    ///
    /// - Parameters:
    ///   - old: the cookies as they were read, by name, domain and path; an existing cookie keeps the attributes that no column shows.
    ///   - now: an earlier expiry is refused.
    /// - Throws: ``CookieEditError`` with a sentence that describes the mistake.
    static func cookie(
        _ row: TableRow, keeping old: [StoredCookie.Key: StoredCookie] = [:], now: Date
    ) throws(CookieEditError) -> StoredCookie {
        var cookie = StoredCookie(
            name: row[.name], value: row[.value], domain: row[.domain], isHostOnly: false, creation: .distantPast)
        cookie.path = row[.path].isEmpty ? "/" : row[.path]
        try parseAttributes(row[.attributes], of: &cookie)
        let known = old[cookie.key]
        if let known { cookie.creation = known.creation }
        let expiry = row[.expires]
        if let date = known?.expires, TimeText.second(date) == expiry {
            // Keeps fractions of a second, which the column does not show.
            cookie.expires = date
        } else if ![session, ""].contains(expiry.lowercased()) {
            guard let date = TimeText.date(from: expiry) ?? CookieDate.date(from: expiry) else {
                throw CookieEditError("“\(expiry)” is not a time: write session, 2030-12-31 or 2030-12-31 23:59:59.")
            }
            guard date > now else { throw CookieEditError("“\(expiry)” is in the past: the cookie would expire immediately.") }
            cookie.expires = date
        }
        if cookie != known, let fault = cookie.fault { throw CookieEditError(fault) }
        return cookie
    }

    private static func parseAttributes(_ text: String, of cookie: inout StoredCookie) throws(CookieEditError) {
        for word in text.split(whereSeparator: { " ;,".contains($0) }) {
            switch word.lowercased() {
            case "secure": cookie.isSecure = true
            case "httponly": cookie.isHTTPOnly = true
            case "hostonly": cookie.isHostOnly = true
            case let word where word.hasPrefix("samesite="):
                guard let value = StoredCookie.SameSite.allCases.first(where: { word.hasSuffix("=" + $0.rawValue.lowercased()) }) else {
                    throw CookieEditError("SameSite must be Strict, Lax or None.")
                }
                cookie.sameSite = value
            default: throw CookieEditError("Unknown attribute “\(word)”: expected \(attributeForms).")
            }
        }
    }
}

extension TableRow {
    /// The text in a column of a cookie.
    fileprivate subscript(column: CookieRows.Column) -> String { self[column.rawValue] }
}

/// The reason why a row is not a valid cookie.
struct CookieEditError: Error, Equatable {
    /// The reason as a sentence.
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
