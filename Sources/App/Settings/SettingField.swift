import JSON
import Platform
import Screen
import Widgets

/// A setting of `config.json`: how it is read, shown and written. The file reader and the settings window both use one table of these.
struct SettingField: Sendable {
    /// The pages of the settings window.
    enum Page: String, CaseIterable, Sendable {
        case appearance = "Appearance"
        case editing = "Editing"
        case requests = "Requests"
        case history = "History"
    }

    enum Kind: Sendable, Equatable {
        /// A choice of these names.
        case choice([String])
        /// The name of a theme.
        case theme
        /// A program with its arguments.
        case command
        case number(ClosedRange<Double>)
        /// A number of bytes.
        case size
    }

    /// The path of its member in the file, as in `limits.requestsAtOnce`.
    let id: String
    /// The name on the screen.
    let title: String
    /// The meaning in a sentence or two.
    let meaning: String
    /// The values to choose from: their names in the file and in the window; empty for values that are typed.
    var labels: [(name: String, label: String)] = []
    let page: Page
    let kind: Kind
    /// The meaning of an empty value; empty for a setting that always has one.
    let standard: String
    /// True if a change takes effect at the next start.
    let isLater: Bool
    /// Stores the value from the file.
    let read: @Sendable (inout SettingsReader, inout Settings) -> Void
    /// The value as shown and typed; empty if it is not set.
    let text: @Sendable (Settings) -> String

    /// The path of its member in the file.
    var path: [String] { id.split(separator: ".").map(String.init) }

    /// The value of a setting that is not set.
    var defaultText: String { standard.isEmpty ? text(Settings()) : standard }

    /// The values to choose from; empty for values that are typed.
    func choices(themes: [String]) -> [String] {
        let empty = standard.isEmpty ? [] : [""]
        return switch kind {
        case .choice: empty + labels.map(\.label)
        case .theme: empty + themes
        case .command, .number, .size: []
        }
    }

    /// The choice that means on; nil for a setting that is not switched on and off.
    var onChoice: String? { standard.isEmpty ? labels.first { $0.name == "on" }?.label : nil }

    /// The text of a limit that is `null` in the file.
    private static let noLimit = "no limit"

    private func isNoLimit(_ text: String) -> Bool {
        switch kind {
        case .number, .size: text == Self.noLimit
        case .choice, .theme, .command: false
        }
    }

    /// The value of a typed or chosen text in the file; nil for an empty text, which removes the member.
    func json(_ text: String) -> JSONValue? {
        guard !text.isEmpty else { return nil }
        if isNoLimit(text) { return .null }
        return switch kind {
        case .choice: labels.first { $0.label == text }.map { .string($0.name) }
        case .theme, .command: .string(text)
        case .number: Double(text).flatMap(JSONNumber.init).map(JSONValue.number)
        case .size: ByteSize(text).map { .number(JSONNumber($0.count)) }
        }
    }

    /// The expected form if a text is not valid, to follow the word “expected”; nil for a valid text.
    func expected(insteadOf text: String) -> String? {
        guard !text.isEmpty, !isNoLimit(text) else { return nil }
        switch kind {
        case .choice, .theme, .command: return nil
        case .size: return ByteSize(text) == nil ? "a size, such as 10 MB" : nil
        case .number(let range):
            if let number = Double(text), range.contains(number) { return nil }
            return range.upperBound < .greatestFiniteMagnitude
                ? "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))" : "a number that is not negative"
        }
    }
}

extension SettingField {
    /// All settings, in the order of the window.
    static let all: [SettingField] = appearance + editing + requests + history

    private static let appearance = [
        SettingField(
            id: "theme", title: "Theme", meaning: "The colours of the program, in all workspaces.", page: .appearance, kind: .theme,
            standard: "dark or light, to match the terminal", isLater: false, read: { $1.theme = $0.string(["theme"]) },
            text: { $0.theme ?? "" }),
        choice(
            "layout", "Layout", "The arrangement of request and response.", .appearance, get: { $0.arrangement },
            set: { $0.arrangement = $1 },
            [
                ("automatic", .automatic, "automatic, by terminal size"), ("columns", .sideBySide, "request beside response"),
                ("rows", .stacked, "request above response"), ("single", .single, "one pane at a time"),
            ], standard: "as last used"),
        choice(
            "borders", "Borders", "The characters of lines and signs.", .appearance, get: { $0.usesASCII }, set: { $0.usesASCII = $1 },
            [("unicode", false, "Unicode lines and signs"), ("ascii", true, "ASCII only")], standard: "what the terminal supports"),
        choice(
            "motion", "Notifications", "How long notifications stay.", .appearance, get: { $0.reducesMotion },
            set: { $0.reducesMotion = $1 },
            [("full", false, "disappear after a while"), ("reduced", true, "stay until dismissed")]),
        choice(
            "pictures", "Pictures", "How pictures in responses are shown, up to 64 million pixels; a PNG or JPEG may be larger.",
            .appearance,
            get: { $0.pictures }, set: { $0.pictures = $1 },
            PictureMode.allCases.map { ($0.rawValue, $0, $0.label) }, isLater: true),
    ]

    private static let editing = [
        choice(
            "editorKeys", "Editing keys", "The keys of text fields and editors.", .editing, get: { $0.editorKeys },
            set: { $0.editorKeys = $1 },
            EditorPreset.allCases.map { ($0.rawValue, $0, $0 == .standard ? "as in most programs" : "as in \($0.rawValue)") },
            standard: "standard"),
        choice(
            "closeBrackets", "Close brackets", "Brackets and quotes in JSON and GraphQL.", .editing, get: { $0.closesBrackets },
            set: { $0.closesBrackets = $1 },
            [("on", true, "closed while they are typed"), ("off", false, "typed by hand")]),
        command(
            "editor", "Editor", "The program for “Open in external editor”, with its arguments.", standard: "$VISUAL or $EDITOR",
            get: { $0.editor },
            set: { $0.editor = $1 }),
        command(
            "pager", "Pager", "The program for “Open in pager”, with its arguments.", standard: "$PAGER", get: { $0.pager },
            set: { $0.pager = $1 }),
        choice(
            "confirmQuit", "Confirm before quitting", "Unsaved requests are kept for the next start in either case.", .editing,
            get: { $0.confirmsQuit },
            set: { $0.confirmsQuit = $1 },
            [("off", false, "quits immediately"), ("on", true, "asks first")]),
        number(
            "escapeDelay", "Wait after Esc in ms",
            "How long Esc may be the start of another key. Raise it if arrow keys act as Esc over a slow connection.", .editing, 1...1000,
            standard: "30",
            set: { $0.escapeMilliseconds = Int($1) }, get: { $0.escapeMilliseconds.map { "\($0)" } }),
    ]

    private static let requests = [
        choice(
            "automaticHeaders", "Automatic headers", "Adds User-Agent and Accept to requests that do not set them.", .requests,
            get: { $0.addsAutomaticHeaders }, set: { $0.addsAutomaticHeaders = $1 }, [("on", true, "added"), ("off", false, "not added")],
            isLater: true),
        choice(
            "cache", "Cache", "Stores responses and reuses them, as HTTP allows.", .requests, get: { $0.usesCache },
            set: { $0.usesCache = $1 },
            [("off", false, "each request goes to the server"), ("on", true, "fresh responses are reused")], isLater: true),
        number(
            "limits.requestsAtOnce", "Concurrent requests", "Further requests wait in a queue.", .requests, 1...10_000,
            standard: "no limit", set: { $0.limits.requestsAtOnce = Int($1) }, get: { $0.limits.requestsAtOnce.map { "\($0)" } }),
        size(
            "limits.responseByteCount", "Maximum response size", "A longer body is refused.", .requests, standard: "no limit",
            get: { $0.limits.responseByteCount }, set: { $0.limits.responseByteCount = $1 }),
    ]

    private static let history = [
        number(
            "history.count", "Maximum entries", "The oldest are deleted; pinned ones stay. 0 keeps none.", .history, standard: "10000",
            set: { $0.history.count = Int(exactly: $1) }, get: { $0.history.count.map { $0 == .max ? noLimit : "\($0)" } },
            unlimited: { $0.history.count = .max }),
        // 100,000 days are nearly three centuries.
        number(
            "history.days", "Maximum age in days", "Older entries are deleted; pinned ones stay. 0 keeps none.", .history, 0...100_000,
            standard: "no limit", set: { $0.history.days = $1 }, get: { $0.history.days.map { JSONNumber($0)?.text ?? "\($0)" } }),
        size(
            "history.byteCount", "Maximum size", "Large bodies are deleted first; pinned entries stay.", .history, standard: "1 GiB",
            get: { $0.history.byteCount }, set: { $0.history.byteCount = $1 }),
    ]

    // Values are read and stored by functions, since the runtime takes long to make the first key path of each kind.

    private static func choice<Value: Equatable & Sendable>(
        _ id: String, _ title: String, _ meaning: String, _ page: Page, get: @escaping @Sendable (Settings) -> Value?,
        set: @escaping @Sendable (inout Settings, Value) -> Void, _ values: [(name: String, value: Value, label: String)],
        standard: String = "", isLater: Bool = false
    ) -> SettingField {
        SettingField(
            id: id, title: title, meaning: meaning, labels: values.map { ($0.name, $0.label) }, page: page,
            kind: .choice(values.map(\.name)), standard: standard, isLater: isLater,
            read: { reader, settings in
                if let index = reader.choice([id], of: values.map(\.name)) { set(&settings, values[index].value) }
            },
            text: { settings in values.first { $0.value == get(settings) }?.label ?? "" })
    }

    private static func command(
        _ id: String, _ title: String, _ meaning: String, standard: String, get: @escaping @Sendable (Settings) -> String?,
        set: @escaping @Sendable (inout Settings, String?) -> Void
    ) -> SettingField {
        SettingField(
            id: id, title: title, meaning: meaning, page: .editing, kind: .command, standard: standard, isLater: true,
            read: { set(&$1, $0.command([id])) }, text: { get($0) ?? "" })
    }

    private static func number(
        _ id: String, _ title: String, _ meaning: String, _ page: Page, _ range: ClosedRange<Double> = 0...Double.greatestFiniteMagnitude,
        standard: String, set: @escaping @Sendable (inout Settings, Double) -> Void, get: @escaping @Sendable (Settings) -> String?,
        unlimited: @escaping @Sendable (inout Settings) -> Void = { _ in }
    ) -> SettingField {
        SettingField(
            id: id, title: title, meaning: meaning, page: page, kind: .number(range), standard: standard, isLater: true,
            read: { reader, settings in
                let path = id.split(separator: ".").map(String.init)
                if reader.isNull(path) { unlimited(&settings) }
                if let number = reader.number(path, minimum: range.lowerBound, maximum: range.upperBound) { set(&settings, number) }
            }, text: { get($0) ?? "" })
    }

    private static func size(
        _ id: String, _ title: String, _ meaning: String, _ page: Page, standard: String, get: @escaping @Sendable (Settings) -> Int64?,
        set: @escaping @Sendable (inout Settings, Int64?) -> Void
    ) -> SettingField {
        SettingField(
            id: id, title: title, meaning: meaning, page: page, kind: .size, standard: standard, isLater: true,
            read: { reader, settings in
                let path = id.split(separator: ".").map(String.init)
                // Without a value, a limit whose standard is none has none.
                if reader.isNull(path), standard != noLimit { set(&settings, .max) }
                if let number = reader.number(path) { set(&settings, Int64(exactly: number)) }
            }, text: { get($0).map { $0 == .max ? noLimit : ByteSize(Int($0)).text } ?? "" })
    }
}

extension PictureMode {
    fileprivate var label: String {
        switch self {
        case .auto: "best that the terminal supports"
        case .blocks: "two pixels per cell"
        case .kitty: "Kitty graphics"
        case .sixel: "sixel graphics"
        case .none: "as bytes, not as pictures"
        }
    }
}
