import HTTP
import Platform
import Workspace

/// Parses curl commands pasted from documentation and browsers' developer tools.
public enum CurlCommand {
    /// The maximum length of a command.
    public static let limit = 8 << 20

    /// The name of the program that a text runs first, if it is curl or Wget.
    static func name(in text: String) -> Substring? {
        let command = CommandPrelude(text).command
        if CommandPrelude.isProgram(command) { return command.prefix(4) }
        guard let first = ShellScript(String(text.prefix(longestPrefix))).commands.first else { return nil }
        return (try? first.line.get().words.first)?.prefix(4) ?? "curl"
    }

    /// The length of the text in which a first command is looked for.
    private static let longestPrefix = 20_000

    /// The first request that the command would send.
    ///
    /// - Throws: a sentence that names the place.
    public static func read(_ text: String, _ dialect: ShellWords.Dialect? = nil) throws(ImportError) -> ImportedRequest {
        let all = try requests(of: try lines(text, dialect, .pasted)[0], .pasted)
        var first = all[0].onlyFirst
        if all.count > 1 { first.losses.append("the requests after --next are omitted") }
        return first
    }

    /// The requests that the commands of curl and Wget in a text would send, one for each URL, including those after `--next`.
    ///
    /// - Throws: a sentence that names the place.
    public static func requests(
        _ text: String, _ dialect: ShellWords.Dialect? = nil, reading: CommandReading = .pasted,
        files: @escaping CommandFiles = { _ in nil }
    ) throws(ImportError) -> [ImportedRequest] {
        let lines = try lines(text, dialect, reading, files)
        guard lines.count > 1 else { return try requests(of: lines[0], reading, files).flatMap(\.self) }
        var (all, failures) = ([ImportedRequest](), [ImportError]())
        for line in lines {
            do throws(ImportError) { all += try requests(of: line, reading, files).flatMap(\.self) } catch { failures.append(error) }
        }
        if all.isEmpty, let first = failures.first { throw first }
        all[0].losses += failures.map(\.message)
        return all
    }

    /// The commands of a text, split into words.
    private static func lines(
        _ text: String, _ dialect: ShellWords.Dialect?, _ reading: CommandReading, _ files: @escaping CommandFiles = { _ in nil }
    ) throws(ImportError) -> [ShellCommand] {
        guard text.utf8.count <= limit else { throw ImportError("The curl command is longer than \(limit >> 20) MB.") }
        let prelude = CommandPrelude(text)
        let dialect = dialect ?? ShellWords.dialect(of: String(prelude.command))
        let script = ShellScript(text, reading, files: files)
        do throws(OpenQuoteError) {
            guard dialect == .bash, !script.commands.isEmpty else {
                return [try ShellWords.command(String(prelude.command), dialect, reading)]
            }
            return try script.commands.map { command throws(OpenQuoteError) in
                var line = try command.line.get()
                line.variables += command.variables
                if !script.rest.isEmpty { line.rest = script.rest }
                return line
            }
        } catch {
            throw ImportError(error.message(of: "curl"))
        }
    }

    /// Gives requests the variables that a script sets before them.
    static func add(_ variables: [Row], to requests: [ImportedRequest]) -> [ImportedRequest] {
        guard !variables.isEmpty else { return requests }
        return requests.map { imported in
            var imported = imported
            let names = imported.draft.variableNames
            var seen: Set<String> = []
            imported.draft.variables += variables.reversed().filter { names.contains($0.name) && seen.insert($0.name).inserted }.reversed()
            return imported
        }
    }

    /// The requests between `--next`.
    static func requests(
        of line: ShellCommand, _ reading: CommandReading, _ files: @escaping CommandFiles = { _ in nil }
    ) throws(ImportError) -> [[ImportedRequest]] {
        if line.words.first?.hasPrefix("wget") == true { return [add(line.variables, to: try WgetCommand.requests(of: line, reading))] }
        guard let first = line.words.first, first == "curl" || first == "curl.exe" else {
            throw ImportError("The text is not a curl command.")
        }
        var rest = line.words.dropFirst()
        var requests: [[ImportedRequest]] = []
        repeat {
            var reader = CurlReader(reading, files)
            (reader.standardInput, reader.isLiteral) = (line.input, line.isLiteral)
            try reader.read(&rest)
            reader.replaceInput(line.input)
            reader.replaceFiles()
            if requests.isEmpty { reader.addProblems(line) }
            requests.append(add(line.variables, to: try reader.requests()))
        } while !rest.isEmpty
        return requests
    }
}

/// Parses a command of GNU Wget (gnu.org/software/wget/manual, “HTTP Options”).
enum WgetCommand {
    static func requests(of line: ShellCommand, _ reading: CommandReading) throws(ImportError) -> [ImportedRequest] {
        var reader = CurlReader(reading)
        (reader.program, reader.isLiteral) = ("wget", line.isLiteral)
        (reader.long, reader.short) = (long, short)
        // Wget follows redirects by default.
        reader.options.append((.location, ""))
        // The only words of two letters after one hyphen.
        let pairs = ["-nv": "--no-verbose", "-nc": "--no-clobber"]
        var words = line.words.dropFirst().map { pairs[$0] ?? $0 }[...]
        try reader.read(&words)
        // Wget's files of bodies need no sign, and it has the password in an option of its own.
        let password = reader.options.last { $0.0 == .password }?.1
        reader.options = reader.options.filter { $0.0 != .password }.compactMap { meaning, value in
            switch meaning {
            case .setting(tries):
                // curl counts the attempts after the first.
                let retries = Int(value).flatMap { $0 > 0 ? String($0 - 1) : nil }
                if let retries, CurlSetting.isRepresentable(retries, by: "retry") { return (.setting("retry"), retries) }
                reader.losses.append("--tries \(value) is omitted")
                return nil
            case .dataBinary: return (meaning, "@" + value)
            case .user: return (meaning, value + ":" + (password ?? ""))
            default: return (meaning, value)
            }
        }
        // Of headers with the same name, the last counts.
        var names: Set<String> = []
        reader.options = reader.options.reversed().filter { meaning, value in
            meaning != .header || names.insert(value.prefix { $0 != ":" }.lowercased()).inserted
        }.reversed()
        reader.addProblems(line)
        return try reader.requests()
    }

    /// The option of the number of attempts.
    private static let tries = "tries"

    private static let long: [String: CurlOption.Meaning] = [
        "header": .header, "method": .method, "post-data": .dataRaw, "body-data": .dataRaw, "user-agent": .userAgent, "referer": .referer,
        "no-check-certificate": .setting("insecure"), "timeout": .setting("max-time"), "max-redirect": .setting("max-redirs"),
        "ca-certificate": .setting("cacert"), "connect-timeout": .setting("connect-timeout"), "read-timeout": .setting("speed-time"),
        "limit-rate": .setting("limit-rate"), "bind-address": .setting("interface"), "inet4-only": .setting("ipv4"),
        "inet6-only": .setting("ipv6"),
        "certificate": .setting("cert"), "private-key": .setting("key"), "quiet": .silent, "verbose": .silent, "no-verbose": .silent,
        "no-clobber": .output("no-clobber"), "continue": .output("continue"), "server-response": .output("server-response"),
        "output-document": .output("output-document"), "output-file": .output("output-file"),
        "directory-prefix": .output("directory-prefix"),
        "post-file": .dataBinary, "body-file": .dataBinary, "user": .user, "password": .password, "http-user": .user,
        "http-password": .password, "auth-no-challenge": .silent, "tries": .setting(tries), "execute": .unsupportedValue,
        "input-file": .unsupportedValue, "spider": .head, "compression": .unsupportedValue,
        "load-cookies": .unsupportedValue, "save-cookies": .unsupportedValue, "content-disposition": .unsupported,
        "no-cookies": .noCookies, "content-on-error": .output("content-on-error"), "save-headers": .output("save-headers"),
        // The name of a file is always given, and there is no list of servers that need TLS.
        "trust-server-names": .silent, "no-hsts": .silent, "show-progress": .silent,
    ]

    private static let short: [Character: CurlOption.Meaning] = [
        "U": .userAgent, "T": .setting("max-time"), "4": .setting("ipv4"), "6": .setting("ipv6"), "q": .silent, "v": .silent,
        "O": .output("output-document"), "o": .output("output-file"), "P": .output("directory-prefix"),
        "t": .setting(tries), "e": .unsupportedValue, "i": .unsupportedValue, "S": .output("server-response"), "c": .output("continue"),
        "N": .unsupported,
    ]
}

/// A file of cookies in Netscape's format, as curl reads and writes it (curl.se/docs/http-cookies.html).
enum CurlCookieFile {
    private struct Cookie {
        let domain: Substring
        let path: Substring
        let name: Substring
        let value: Substring
    }

    /// The cookies of files that belong to a URL, as curl sends them: longer paths, domains and names first, then later ones.
    ///
    /// - Parameter isNewSession: true without the cookies of a session that has ended.
    static func cookies(_ files: [String], for url: String, isNewSession: Bool) -> String {
        guard !files.isEmpty, let scheme = url.firstRange(of: "://") else { return "" }
        let place = url[scheme.upperBound...]
        let authority = place.prefix { !"/?#".contains($0) }
        let host = host(of: url)
        let path = place.dropFirst(authority.count).prefix { !"?#".contains($0) }
        let isSecure = url.lowercased().hasPrefix("https:") || ["localhost", "127.0.0.1", "::1"].contains(host)
        var found: [Cookie] = []
        for line in files.joined(separator: "\n").split(whereSeparator: \.isNewline) {
            guard let (cookie, includesHosts, needsTLS, isOfSession) = cookie(line), !isOfSession || !isNewSession, !needsTLS || isSecure,
                host == cookie.domain || includesHosts && host.hasSuffix("." + cookie.domain),
                covers(cookie.path, path.isEmpty ? "/" : path)
            else { continue }
            found.removeAll { ($0.domain, $0.path, $0.name) == (cookie.domain, cookie.path, cookie.name) }
            found.append(cookie)
        }
        let length = { (cookie: Cookie) in [cookie.path.count, cookie.domain.count, cookie.name.count] }
        return found.reversed().enumerated().sorted {
            let (first, second) = (length($0.element), length($1.element))
            return first == second ? $0.offset < $1.offset : second.lexicographicallyPrecedes(first)
        }.map { "\($0.element.name)=\($0.element.value)" }.joined(separator: "; ")
    }

    /// The host of a URL in lower case.
    static func host(of url: String) -> String {
        let place = url.withoutScheme
        let authority = place.prefix { !"/?#".contains($0) }
        let address = authority.split(separator: "@").last ?? authority
        return (address.hasPrefix("[") ? address.prefix { $0 != "]" }.dropFirst() : address.prefix { $0 != ":" }).lowercased()
    }

    /// `domain  TRUE  path  FALSE  expires  name  value`, between tabs; nil for a comment and an expired cookie.
    private static func cookie(_ line: Substring) -> (Cookie, includesHosts: Bool, needsTLS: Bool, isOfSession: Bool)? {
        let text = line.hasPrefix("#HttpOnly_") ? line.dropFirst(10) : line
        let fields = text.split(separator: "\t", omittingEmptySubsequences: false)
        guard !text.hasPrefix("#"), fields.count >= 6, let expires = Double(fields[4]),
            expires == 0 || expires > Date().timeIntervalSince1970
        else { return nil }
        let domain = (fields[0].hasPrefix(".") ? fields[0].dropFirst() : fields[0]).lowercased()
        let cookie = Cookie(domain: domain[...], path: fields[2], name: fields[5], value: fields.count > 6 ? fields[6] : "")
        return (cookie, fields[1] == "TRUE", fields[3] == "TRUE", expires == 0)
    }

    /// RFC 6265, section 5.1.4.
    private static func covers(_ cookiePath: Substring, _ path: Substring) -> Bool {
        let start = cookiePath.hasSuffix("/") ? cookiePath.dropLast() : cookiePath
        return start.isEmpty || path == start || path.hasPrefix(start + "/")
    }
}

/// A file of names and passwords (curl(1), `--netrc`).
enum NetrcFile {
    /// The name and the password for a host, and for the name that the URL has, if any; nil if the file has none.
    static func login(in text: String, host: String, user: String?) -> [String]? {
        var words = text.split(whereSeparator: \.isNewline).flatMap { line -> [Substring] in
            line.drop(while: \.isWhitespace).hasPrefix("#") ? [] : line.split(whereSeparator: \.isWhitespace)
        }[...]
        var isOfHost = false
        var (name, password): (String?, String?)
        let isFound = { isOfHost && (name != nil || password != nil) && (user == nil || user == name) }
        while let word = words.popFirst() {
            switch word.lowercased() {
            case "machine", "default":
                if isFound() { return [name ?? "", password ?? ""] }
                isOfHost = word.lowercased() == "default" || words.popFirst()?.lowercased() == host
                (name, password) = (nil, nil)
            case "login": name = words.popFirst().map(unquoted)
            case "password": password = words.popFirst().map(unquoted)
            default: continue
            }
        }
        return isFound() ? [name ?? "", password ?? ""] : nil
    }

    private static func unquoted(_ word: Substring) -> String {
        word.hasPrefix("\"") && word.hasSuffix("\"") && word.count > 1 ? String(word.dropFirst().dropLast()) : String(word)
    }
}

/// A date in one of the many forms that curl reads (curl_getdate(3)).
struct CurlDate {
    private var (year, month, day): (Int?, Int?, Int?)
    private var time: (hour: Int, minute: Int, second: Int)?
    /// Seconds to add for UTC.
    private var zone: Int?
    private var hasWeekday = false
    /// True once a number that could be a day was read: the next one is a year.
    private var expectsYear = false

    /// The header for the value of `--time-cond`; nil if it is not a date.
    static func condition(_ value: String) -> String? {
        let signs: [Character: String] = ["-": "If-Unmodified-Since", "=": "Last-Modified", "+": "If-Modified-Since"]
        let sign = value.first.flatMap { signs[$0] }
        var date = CurlDate()
        guard let seconds = date.read(sign == nil ? value[...] : value.dropFirst()) else { return nil }
        return "\(sign ?? "If-Modified-Since"): \(HTTPDate.text(for: Date(timeIntervalSince1970: Double(seconds))))"
    }

    /// Seconds since 1970; nil if the text is not a date. Only the first six parts count.
    private mutating func read(_ text: Substring) -> Int? {
        var (rest, previous) = (text, Character(" "))
        let isPart = { (character: Character) in character.isASCII && (character.isLetter || character.isNumber) }
        for _ in 0..<6 {
            while let first = rest.first, !isPart(first) { previous = rest.removeFirst() }
            guard let first = rest.first else { break }
            if first.isLetter {
                let word = rest.prefix { $0.isASCII && $0.isLetter }
                guard consume(word: word.lowercased()) else { return nil }
                rest = rest.dropFirst(word.count)
            } else if time == nil, let clock = rest.prefixMatch(of: /(\d\d?):(\d\d?)(?::(\d\d?))?/) {
                time = (Int(clock.1) ?? 0, Int(clock.2) ?? 0, clock.3.flatMap { Int($0) } ?? 0)
                rest = rest[clock.range.upperBound...]
            } else {
                let digits = rest.prefix { ("0"..."9").contains($0) }
                guard consume(digits: digits, after: previous) else { return nil }
                rest = rest.dropFirst(digits.count)
            }
            previous = " "
        }
        return seconds
    }

    private mutating func consume(word: String) -> Bool {
        let start = word.prefix(3)
        if !hasWeekday, let name = Self.weekdays.first(where: { $0.hasPrefix(start) }), [3, name.count].contains(word.count),
            name.hasPrefix(word)
        {
            hasWeekday = true
        } else if month == nil, word.count == 3, let index = Self.months.firstIndex(of: word) {
            month = index + 1
        } else if zone == nil, let hours = Self.zones[word] {
            zone = hours * 3600
        } else {
            return false
        }
        return true
    }

    private mutating func consume(digits: Substring, after sign: Character) -> Bool {
        guard let number = Int(digits) else { return false }
        if zone == nil, digits.count == 4, number <= 1400, "+-".contains(sign) {
            zone = (number / 100 * 60 + number % 100) * (sign == "+" ? -60 : 60)
        } else if digits.count == 8, year == nil, month == nil, day == nil {
            (year, month, day) = (number / 10000, number % 10000 / 100, number % 100)
        } else if !expectsYear, day == nil, (1...31).contains(number) {
            (day, expectsYear) = (number, true)
        } else if year == nil {
            year = number >= 100 ? number : number > 70 ? number + 1900 : number + 2000
            expectsYear = day != nil
        } else {
            return false
        }
        return true
    }

    private var seconds: Int? {
        guard let year, let month, let day, year > 1582, (1...12).contains(month), day <= 31 else { return nil }
        let (hour, minute, second) = time ?? (0, 0, 0)
        guard hour < 24, minute < 60, second <= 60 else { return nil }
        // Days since 1970, with years that begin in March.
        let (shifted, offset) = (month > 2 ? year : year - 1, (month + 9) % 12)
        let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + (offset * 153 + 2) / 5 + day - 1 - 719_468
        return ((days * 24 + hour) * 60 + minute) * 60 + second + (zone ?? 0)
    }

    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    /// Hours to add for UTC.
    private static let zones = [
        "gmt": 0, "ut": 0, "utc": 0, "wet": 0, "z": 0, "bst": -1, "wat": 1, "ast": 4, "adt": 3, "est": 5, "edt": 4, "cst": 6, "cdt": 5,
        "mst": 7, "mdt": 6, "pst": 8, "pdt": 7, "yst": 9, "ydt": 8, "hst": 10, "hdt": 9, "cat": 10, "ahst": 10, "nt": 11, "idlw": 12,
        "cet": -1, "met": -1, "mewt": -1, "mest": -2, "cest": -2, "mesz": -2, "fwt": -1, "fst": -2, "eet": -2, "wast": -7, "wadt": -8,
        "cct": -8, "jst": -9, "east": -10, "eadt": -11, "gst": -10, "nzt": -12, "nzst": -12, "nzdt": -13, "idle": -12,
    ]
}
