public import Engine
import HTTP
import JSON
import Platform
public import Screen
import Widgets

/// The settings of `config.json`; nil for values that are not set.
public struct Settings: Sendable, Equatable {
    /// The limits of the history.
    public struct History: Sendable, Equatable {
        /// The maximum number of exchanges; `Int.max` for no limit.
        public var count: Int?
        /// The maximum age of an exchange in days.
        var days: Double?
        /// The maximum size in bytes; `Int64.max` for no limit.
        public var byteCount: Int64?
        /// The maximum age as a duration.
        public var age: Duration? { days.map { Seconds(nearest: $0 * 86_400).duration } }

        /// No values set.
        public init() {}
    }

    /// Limits for responses and for concurrent requests.
    struct Limits: Sendable, Equatable {
        /// The maximum size of a response body in bytes; nil for no limit, since bodies go to files.
        var responseByteCount: Int64?
        /// The maximum number of requests in flight; others wait. Nil for no limit.
        var requestsAtOnce: Int?
    }

    /// A theme's name.
    public var theme: String?
    /// The arrangement of request and response.
    var arrangement: LayoutState.Arrangement?
    /// True to draw lines and signs in ASCII; nil detects it from the terminal.
    var usesASCII: Bool?
    /// True if nothing moves or disappears by itself: toasts stay until they are dismissed.
    var reducesMotion = false
    /// The display of pictures.
    public var pictures = PictureMode.auto
    /// The user's editor, with its arguments.
    public var editor: String?
    /// The user's pager, with its arguments.
    public var pager: String?
    /// Limits for responses and for concurrent requests.
    var limits = Limits()
    /// True to store and reuse responses as HTTP allows (RFC 9111).
    var usesCache = false
    /// True to ask before the program quits.
    var confirmsQuit = false
    /// The time after an escape in which the rest of a sequence is awaited, in milliseconds.
    var escapeMilliseconds: Int?
    /// ``escapeMilliseconds`` as a duration.
    public var escapeDelay: Duration? { escapeMilliseconds.map { .milliseconds($0) } }
    /// True to add `User-Agent` and `Accept` to requests that do not set them.
    var addsAutomaticHeaders = true
    /// The editing key preset: standard, vim or emacs.
    var editorKeys: EditorPreset?
    /// True to complete brackets and quotes while JSON and GraphQL are typed.
    var closesBrackets = true
    /// The limits of the history.
    public var history = History()

    /// No values set.
    public init() {}

    /// The titles of changed settings that take effect at the next start.
    func laterChanges(from old: Settings) -> [String] {
        SettingField.all.filter { $0.isLater && $0.text(self) != $0.text(old) }.map(\.title)
    }

    /// The settings of the loader chain.
    public var chain: ChainSettings {
        var chain = ChainSettings()
        chain.responseByteCount = limits.responseByteCount
        chain.requestsAtOnce = limits.requestsAtOnce
        chain.usesCache = usesCache
        chain.addsAutomaticHeaders = addsAutomaticHeaders
        return chain
    }

    /// True for terminals that show few characters beyond ASCII: old ones, and the Linux console with its small font.
    public static func isPlainTerminal(_ name: String) -> Bool {
        ["linux", "vt52", "vt100", "vt102", "vt220", "vt320", "ansi", "cons25", "sun", "wsvt25"]
            .contains { name == $0 || name.hasPrefix($0 + "-") }
    }
}

/// Reads `config.json`. Unknown or invalid members give warnings with their place; the rest applies.
public struct SettingsFile: Sendable, Equatable {
    /// The settings that were read.
    public private(set) var settings = Settings()
    /// True if the file is a JSON object.
    public private(set) var isReadable = false
    /// Warnings as sentences with file, line and column.
    public private(set) var warnings: [String] = []

    /// Parses the file; `name` is the name in warnings.
    public init(parsing bytes: [UInt8], name: String) {
        var reader = SettingsReader(file: name)
        guard let source = reader.parse(bytes) else {
            warnings = reader.warnings
            return
        }
        isReadable = true
        let paths = SettingField.all.map(\.path)
        reader.checkNames(of: source.value, known: ["$schema"] + paths.compactMap(\.first), at: [])
        for group in Set(paths.filter { $0.count > 1 }.map { $0[0] }).sorted() {
            reader.checkNames(of: source.value[group], known: paths.filter { $0[0] == group }.compactMap(\.last), at: [group])
        }
        for field in SettingField.all { field.read(&reader, &settings) }
        warnings = reader.warnings
    }

    /// The content of a file with changed settings; everything else stays the same.
    ///
    /// - Throws: ``UnreadableSettingsError`` if the file is not a JSON object.
    public static func bytes(
        _ bytes: [UInt8], changing changes: [SettingChange], name: String
    ) throws(UnreadableSettingsError) -> [UInt8] {
        var reader = SettingsReader(file: name)
        guard let source = reader.parse(bytes) else { throw UnreadableSettingsError(description: reader.warnings.joined(separator: "\n")) }
        return source.bytes(changedTo: changes.reduce(source.value) { $0.setting($1.value, at: $1.id.split(separator: ".")[...]) })
    }
}

/// The error when settings cannot be written because the file is not a JSON object.
public struct UnreadableSettingsError: Error, Equatable, CustomStringConvertible {
    /// The place and the reason.
    public let description: String
}

extension JSONValue {
    /// The value with a member changed or removed. Missing parent objects are created; empty ones are removed.
    fileprivate func setting(_ value: JSONValue?, at path: ArraySlice<Substring>) -> JSONValue {
        guard let name = path.first.map(String.init) else { return self }
        var object = object ?? JSONObject()
        let rest = path.dropFirst()
        let member = rest.isEmpty ? value : (object[name] ?? .object(JSONObject())).setting(value, at: rest)
        object[name] = !rest.isEmpty && member?.object?.isEmpty == true ? nil : member
        return .object(object)
    }
}

/// Reads values from a configuration file and collects warnings with their places.
struct SettingsReader {
    let file: String
    private(set) var warnings: [String] = []
    private var source: JSONSource?

    init(file: String) { self.file = file }

    /// Parses the whole text; nil, with a warning, if it is not a JSON object.
    mutating func parse(_ bytes: [UInt8]) -> JSONSource? {
        do throws(JSONError) {
            let source = try JSONSource(parsing: bytes)
            guard source.value.object != nil else {
                warn(at: [], "expected an object", in: source)
                return nil
            }
            self.source = source
            return source
        } catch {
            warnings.append("\(file):\(error.position.line):\(error.position.column): expected \(error.expected), found \(error.found)")
            return nil
        }
    }

    /// Warns of unknown members and suggests the nearest known name.
    mutating func checkNames(of value: JSONValue?, known: [String], at path: [String]) {
        for member in value?.object?.members ?? [] where !known.contains(member.name) && !member.name.hasPrefix("x-") {
            let hint = NearestName.of(member.name, among: known).map { "; did you mean “\($0)”?" } ?? ""
            warn(at: path + [member.name], "“\(member.name)” is not known\(hint)")
        }
    }

    mutating func string(_ path: [String]) -> String? {
        guard let value = value(path) else { return nil }
        if value.string == nil { warn(at: path, "expected a string") }
        return value.string
    }

    /// A program with its arguments, as a line for the shell: one string, or an array of words, which the shell takes as they are.
    mutating func command(_ path: [String]) -> String? {
        guard let value = value(path) else { return nil }
        if let words = value.array?.map(\.string), !words.isEmpty, !words.contains(nil) {
            return words.compactMap { $0?.asShellWord }.joined(separator: " ")
        }
        if value.string == nil { warn(at: path, "expected a string, or an array of strings") }
        return value.string
    }

    func isNull(_ path: [String]) -> Bool { value(path) == .null }

    mutating func number(_ path: [String], minimum: Double = 0, maximum: Double = .greatestFiniteMagnitude) -> Double? {
        guard let value = value(path), value != .null else { return nil }
        guard let number = value.double, number >= minimum, number <= maximum else {
            let bound = maximum < .greatestFiniteMagnitude ? "from \(Int(minimum)) to \(Int(maximum))" : "that is not negative"
            warn(at: path, "expected a number \(bound)")
            return nil
        }
        return number
    }

    /// The position of the name that is set.
    mutating func choice(_ path: [String], of names: [String]) -> Int? {
        guard let name = string(path) else { return nil }
        let index = names.firstIndex(of: name)
        if index == nil { warn(at: path, "expected \(names.sorted().joined(separator: ", ")), found “\(name)”") }
        return index
    }

    /// Adds a warning about the value at a path.
    mutating func warn(at path: [String], _ message: String) {
        guard let source else { return }
        warn(at: path, message, in: source)
    }

    private mutating func warn(at path: [String], _ message: String, in source: JSONSource) {
        let position = source.position(of: JSONPointer(path.map { .member($0) }))
        warnings.append("\(file):\(position.line):\(position.column): \(message)")
    }

    private func value(_ path: [String]) -> JSONValue? {
        path.reduce(source?.value) { value, name in value?[name] }
    }
}

/// The user's own themes on disk.
public struct ThemeFiles: Sendable {
    /// The themes as they were read at the start.
    var known: LoadedThemes
    /// Reads the themes.
    var load: @Sendable () async -> LoadedThemes
    /// Starts to watch for changes; nil if there is nothing to watch. Throws if watching is not possible.
    var watch: @Sendable () async throws -> AsyncStream<Void>?

    /// Creates theme files from functions; without any, there are no themes.
    public init(
        known: LoadedThemes = LoadedThemes(themes: [], warnings: []),
        load: @escaping @Sendable () async -> LoadedThemes = { LoadedThemes(themes: [], warnings: []) },
        watch: @escaping @Sendable () async throws -> AsyncStream<Void>? = { nil }
    ) {
        self.known = known
        self.load = load
        self.watch = watch
    }

    /// Reports the themes whenever their files change, until the task is cancelled; reports once if changes cannot be watched.
    func reportChanges(_ report: @Sendable (LoadedThemes) -> Void, reportProblem: @Sendable (String) -> Void) async {
        let changes: AsyncStream<Void>
        do {
            guard let watched = try await watch() else { return }
            changes = watched
        } catch {
            return reportProblem("\(error)")
        }
        // Changes before the start of the watch would otherwise be missed.
        let loaded = await load()
        if loaded != known { report(loaded) }
        for await _ in changes { report(await load()) }
    }
}

/// Themes with the problems found in their files.
public struct LoadedThemes: Sendable, Equatable {
    /// The themes to choose from.
    public let themes: [Theme]
    /// Warnings as sentences with file, line and column.
    public let warnings: [String]

    /// Creates the value from themes and warnings.
    public init(themes: [Theme], warnings: [String]) {
        self.themes = themes
        self.warnings = warnings
    }
}

/// A change of a setting in `config.json`.
public struct SettingChange: Sendable, Equatable {
    /// The path of its member in the file, as in `limits.requestsAtOnce`.
    let id: String
    /// The new value; nil to remove it.
    let value: JSONValue?

    /// The choice of a theme; nil for the one that matches the terminal.
    static func theme(_ name: String?) -> SettingChange { SettingChange(id: "theme", value: name.map(JSONValue.string)) }
}
