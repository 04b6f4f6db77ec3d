import HTTP
import JSON

/// The description of one option: its name in files and on the screen, its notation and its effect.
///
/// ``all`` is the one table of options. Files, inheritance, forms, requests as text, curl commands, previews and `docs/options.md` all
/// read it. It is a class to avoid copies: the table is read for every frame.
public final class RequestOption: Sendable {
    /// The name in files, with a dot between levels: `tls.verify`.
    public let name: String
    /// The name on the screen.
    public let label: String
    /// The purpose, in a sentence or two.
    public let help: String
    /// The default, as text.
    public let unset: String
    /// The possible values, if there are only a few.
    public let choices: [String]
    /// True if the value is the path of a file.
    public let isPath: Bool
    /// True if the value is a secret.
    public let isSecret: Bool
    /// The properties of `HTTPRequest` that it sets, as named in errors of the HTTP library.
    public let coreNames: [String]
    /// The option on which it depends: it is only inherited together with that one.
    let owner: String?
    let access: Access

    /// Reads and writes the value, with its type erased.
    struct Access: Sendable {
        let isSet: @Sendable (RequestOptions) -> Bool
        let copy: @Sendable (RequestOptions, inout RequestOptions) -> Void
        let decode: @Sendable (JSONValue, JSONPointer, inout RequestOptions) throws(FormatError) -> Void
        let encode: @Sendable (RequestOptions) -> JSONValue?
        let text: @Sendable (RequestOptions) -> String
        let assign: @Sendable (String?, inout RequestOptions) throws(OptionError) -> Void
        let resolve: @Sendable (inout RequestResolver, RequestOption, inout RequestOptions, inout HTTPRequest) -> Void
    }

    /// True if the option is set.
    public func isSet(in options: RequestOptions) -> Bool { access.isSet(options) }

    /// The value as typed text; empty if it is not set.
    public func text(in options: RequestOptions) -> String { access.text(options) }

    /// Parses a typed text; an empty text removes the value.
    ///
    /// - Returns: the expected form if the text is invalid; then nothing is changed.
    public func setText(_ text: String, in options: inout RequestOptions) -> String? {
        do throws(OptionError) {
            try access.assign(text.isEmpty ? nil : text, &options)
            return nil
        } catch {
            return error.expected
        }
    }

    /// The last typed text, valid or not.
    public func typed(in options: RequestOptions) -> String { options.unread[name] ?? text(in: options) }

    /// Parses a typed text. An invalid one is kept as typed, and the value is unchanged.
    public func setTypedText(_ text: String, in options: inout RequestOptions) {
        let isTaken = setText(text, in: &options) == nil || text == self.text(in: options)
        options.unread[name] = isTaken ? nil : text
    }

    /// The option with that name in files.
    public static func named(_ name: String) -> RequestOption? { all.first { $0.name == name } }

    /// The place on the screen: `Options → Idle timeout`.
    public var place: String {
        "Options → " + (label.hasSuffix(")") ? String(label.prefix { $0 != "(" }.dropLast()) : label)
    }

    // A key path is created on first use: creating all of them would delay the start of the program.
    typealias Path<Value> = WritableKeyPath<RequestOptions, Value> & Sendable
    typealias Change<Value> = @Sendable (inout RequestResolver, Value, inout HTTPRequest) -> Void

    /// An option with one value, or none.
    convenience init<Value>(
        _ name: String, _ label: String, _ path: @autoclosure @escaping @Sendable () -> any Path<Value?>, _ form: OptionForm<Value>,
        unset: String, help: String, core: [String] = [], owner: String? = nil, apply: @escaping Change<Value> = { _, _, _ in }
    ) {
        self.init(
            name, label, form, unset: unset, help: help, core: core, owner: owner,
            access: Access(name, form, get: { $0[keyPath: path()] }, set: { $0[keyPath: path()] = $1 }, apply: apply))
    }

    /// An option with a list of values.
    convenience init<Element: Sendable>(
        _ name: String, _ label: String, _ path: @autoclosure @escaping @Sendable () -> any Path<[Element]>,
        _ form: OptionForm<[Element]>, unset: String, help: String, core: [String] = [], owner: String? = nil,
        apply: @escaping Change<[Element]>
    ) {
        let get: @Sendable (RequestOptions) -> [Element]? = { options in
            let list = options[keyPath: path()]
            return list.isEmpty ? nil : list
        }
        self.init(
            name, label, form, unset: unset, help: help, core: core, owner: owner,
            access: Access(name, form, get: get, set: { $0[keyPath: path()] = $1 ?? [] }, apply: apply))
    }

    private init<Value>(
        _ name: String, _ label: String, _ form: OptionForm<Value>, unset: String, help: String, core: [String], owner: String?,
        access: Access
    ) {
        self.name = name
        self.label = label
        self.help = help
        self.unset = unset
        self.choices = form.choices
        self.isPath = form.isPath
        self.isSecret = form.isSecret
        self.coreNames = core
        self.owner = owner
        self.access = access
    }
}

/// A text that is invalid for an option.
struct OptionError: Error {
    /// The expected form, without a full stop.
    let expected: String
}

extension RequestOption.Access {
    fileprivate init<Value>(
        _ name: String, _ form: OptionForm<Value>, get: @escaping @Sendable (RequestOptions) -> Value?,
        set: @escaping @Sendable (inout RequestOptions, Value?) -> Void, apply: @escaping RequestOption.Change<Value>
    ) {
        isSet = { get($0) != nil || $0.templates[name] != nil }
        copy = { outer, options in
            set(&options, get(outer))
            options.templates[name] = outer.templates[name]
        }
        decode = { value, pointer, options throws(FormatError) in
            let template = form.template(value.string)
            set(&options, value.isNull || template != nil ? nil : try form.coder.decode(value, pointer))
            options.templates[name] = template
        }
        encode = { $0.templates[name].map { .string($0) } ?? get($0).map(form.coder.encode) }
        text = { $0.templates[name] ?? get($0).map(form.text) ?? "" }
        assign = { text, options throws(OptionError) in
            let template = form.template(text)
            if let text, template == nil { set(&options, try form.read(text, true)) } else { set(&options, nil) }
            options.templates[name] = template
        }
        resolve = { resolver, option, options, request in
            let value: Value?
            if let template = options.templates.removeValue(forKey: name) {
                value = Self.resolved(template, form, &resolver, option)
            } else {
                guard let setting = get(options) else { return }
                value = Self.value(of: setting, form, &resolver, option)
            }
            guard let value else { return }
            set(&options, value)
            apply(&resolver, value, &request)
        }
    }

    /// The value with its variables resolved; nil if it cannot be sent.
    private static func value<Value>(
        of value: Value, _ form: OptionForm<Value>, _ resolver: inout RequestResolver, _ option: RequestOption
    ) -> Value? {
        let valueCount = resolver.values.count
        let resolved = form.resolve(&resolver, option, value)
        let text = form.text(resolved)
        guard !text.isEmpty else { return resolved }
        if resolver.values.count == valueCount { resolver.record(text, option) }
        return read(text, form, &resolver, option)
    }

    /// The value of a template; nil if it is invalid.
    private static func resolved<Value>(
        _ template: String, _ form: OptionForm<Value>, _ resolver: inout RequestResolver, _ option: RequestOption
    ) -> Value? {
        let problemCount = resolver.allProblems.count
        let text = resolver.resolveOption(template, option)
        // A missing variable has been reported already.
        return resolver.allProblems.count == problemCount ? read(text, form, &resolver, option) : nil
    }

    /// Validates a value again: a file or a variable can contain an invalid one.
    private static func read<Value>(
        _ text: String, _ form: OptionForm<Value>, _ resolver: inout RequestResolver, _ option: RequestOption
    ) -> Value? {
        do throws(OptionError) {
            return try form.read(text, false)
        } catch {
            // Values of the process may be shown only with a permission, which is checked later.
            let hidden = resolver.variables.usedSecrets.union(resolver.variables.usedProcessValues)
            let shown = form.isSecret ? SecretMask.sign : SecretMask(hidden).masked(TypedCredential.masked(url: text))
            resolver.refuse(option.resolvedPlace, "expected \(error.expected), not “\(shown)”")
            return nil
        }
    }
}

extension ResolutionPlace {
    /// A message in which settings are in backticks, by properties of the HTTP library or by names of options, with other names of them.
    ///
    /// - Parameter name: the name of a setting in a sentence; that of the workbench if there is none.
    public static func naming(_ message: String, as name: (ResolutionPlace) -> String = { $0.settingName }) -> String {
        var named = ""
        var rest = message[...]
        while let open = rest.firstIndex(of: "`") {
            named += rest[..<open]
            rest = rest[open...].dropFirst()
            if let close = rest.firstIndex(of: "`"), let place = settings[String(rest[..<close])] {
                named += name(place)
                rest = rest[close...].dropFirst()
            } else {
                named += "`"
            }
        }
        return named + rest
    }

    /// The setting as the workbench names it in a sentence: `Options → Idle timeout`.
    public var settingName: String {
        if let option {
            option.place
        } else if case .auth(let id) = self {
            "“\(AuthKind.field(id)?.label ?? id)” (Auth tab)"
        } else {
            description
        }
    }

    /// The settings by the names that messages have for them.
    private static let settings: [String: ResolutionPlace] = {
        let properties = RequestOption.all.flatMap { option in option.coreNames.map { ($0, ResolutionPlace.option(option.name)) } }
        let endpoints: [(String, ResolutionPlace)] = [
            ("endpoints.token", .auth("tokenURL")), ("endpoints.authorization", .auth("authorizationURL")),
            ("endpoints.deviceAuthorization", .auth("deviceURL")),
        ]
        let options = RequestOption.all.map { ($0.name, ResolutionPlace.option($0.name)) }
        return Dictionary(properties + endpoints + options) { first, _ in first }
    }()
}
