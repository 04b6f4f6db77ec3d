import HTTP
import JSON

/// Everything that is known of one of the options: its name in the files and on the screen, how it is written, and what it does.
///
/// ``all`` is the one table of them. The files, inheritance, the form, requests as text, curl commands, what will be sent and
/// `docs/options.md` all read it.
public struct RequestOption: Sendable {
    /// Its name in the files, with a dot between levels: `tls.verify`.
    public let name: String
    /// What the screen calls it.
    public let label: String
    /// What it is for, in a sentence or two.
    public let help: String
    /// What applies where nobody says anything.
    public let unset: String
    /// All that it can be, where that is a few words.
    public let choices: [String]
    /// Whether it is the path of a file.
    public let isPath: Bool
    /// Whether nobody may see it.
    public let isSecret: Bool
    /// The properties of `HTTPRequest` that it sets, as the core's errors name them.
    public let coreNames: [String]
    /// The option that it says more about: it is inherited with that one only.
    let owner: String?
    let access: Access

    /// The value, with its type erased.
    struct Access: Sendable {
        let isSet: @Sendable (RequestOptions) -> Bool
        let copy: @Sendable (RequestOptions, inout RequestOptions) -> Void
        let decode: @Sendable (JSONValue, JSONPointer, inout RequestOptions) throws(FormatError) -> Void
        let encode: @Sendable (RequestOptions) -> JSONValue?
        let text: @Sendable (RequestOptions) -> String
        let take: @Sendable (String?, inout RequestOptions) throws(OptionProblem) -> Void
        let resolve: @Sendable (inout RequestResolver, RequestOption, inout RequestOptions, inout HTTPRequest) -> Void
    }

    /// Whether the options say it.
    public func isSet(in options: RequestOptions) -> Bool { access.isSet(options) }

    /// What the options say, as one types it; empty where they say nothing.
    public func text(in options: RequestOptions) -> String { access.text(options) }

    /// Takes what was typed; an empty text says nothing.
    ///
    /// - Returns: what was expected, where it cannot be taken: then the options stay as they were.
    public func take(_ text: String, in options: inout RequestOptions) -> String? {
        do throws(OptionProblem) {
            try access.take(text.isEmpty ? nil : text, &options)
            return nil
        } catch {
            return error.expected
        }
    }

    /// What was typed last: what the options say, or what cannot be read.
    public func typed(in options: RequestOptions) -> String { options.unread[name] ?? text(in: options) }

    /// Takes what was typed. What cannot be read is kept beside, and leaves the option as it was.
    public func keep(_ text: String, in options: inout RequestOptions) {
        let isTaken = take(text, in: &options) == nil || text == self.text(in: options)
        options.unread[name] = isTaken ? nil : text
    }

    /// The option of that name in the files.
    public static func named(_ name: String) -> RequestOption? { all.first { $0.name == name } }

    /// Where a person finds it: `Options → Idle time-out`.
    public var place: String {
        "Options → " + (label.hasSuffix(")") ? String(label.prefix { $0 != "(" }.dropLast()) : label)
    }

    /// Puts the names that a person finds in the place of the properties that the core names in backticks.
    public static func naming(_ message: String) -> String {
        guard message.utf8.contains(UInt8(ascii: "`")) else { return message }
        return all.reduce(message) { message, option in
            option.coreNames.reduce(message) { $0.replacing("`\($1)`", with: option.place) }
        }
    }

    // A path is made when it is first followed: making all of them would be felt at the start of the program.
    typealias Path<Value> = WritableKeyPath<RequestOptions, Value> & Sendable
    typealias Change<Value> = @Sendable (inout RequestResolver, Value, inout HTTPRequest) -> Void

    /// An option that says one thing, or nothing.
    init<Value>(
        _ name: String, _ label: String, _ path: @autoclosure @escaping @Sendable () -> any Path<Value?>, _ form: OptionForm<Value>,
        unset: String, help: String, core: [String] = [], owner: String? = nil, apply: @escaping Change<Value> = { _, _, _ in }
    ) {
        self.init(
            name, label, form, unset: unset, help: help, core: core, owner: owner,
            access: Access(name, form, get: { $0[keyPath: path()] }, set: { $0[keyPath: path()] = $1 }, apply: apply))
    }

    /// An option that says several things, or nothing.
    init<Element: Hashable & Sendable>(
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

/// A text that an option cannot be.
struct OptionProblem: Error {
    /// What was expected, without a full stop.
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
        take = { text, options throws(OptionProblem) in
            let template = form.template(text)
            if let text, template == nil { set(&options, try form.read(text, true)) } else { set(&options, nil) }
            options.templates[name] = template
        }
        resolve = { resolver, option, options, request in
            let value: Value?
            if let template = options.templates.removeValue(forKey: name) {
                value = Self.resolved(template, form, &resolver, option)
            } else {
                guard let said = get(options) else { return }
                value = Self.value(of: said, form, &resolver, option)
            }
            guard let value else { return }
            set(&options, value)
            apply(&resolver, value, &request)
        }
    }

    /// The value with its variables replaced; nil where that cannot be sent.
    private static func value<Value>(
        of value: Value, _ form: OptionForm<Value>, _ resolver: inout RequestResolver, _ option: RequestOption
    ) -> Value? {
        let noted = resolver.values.count
        let resolved = form.resolve(&resolver, option, value)
        let text = form.text(resolved)
        guard !text.isEmpty else { return resolved }
        if resolver.values.count == noted { resolver.note(text, option) }
        return read(text, form, &resolver, option)
    }

    /// What a text with variables comes to; nil where that is no such value.
    private static func resolved<Value>(
        _ template: String, _ form: OptionForm<Value>, _ resolver: inout RequestResolver, _ option: RequestOption
    ) -> Value? {
        let problemCount = resolver.allProblems.count
        let text = resolver.resolveOption(template, option)
        // That a variable is missing was said.
        return resolver.allProblems.count == problemCount ? read(text, form, &resolver, option) : nil
    }

    /// A file can say what the form would not take, and a variable what its place does not take.
    private static func read<Value>(
        _ text: String, _ form: OptionForm<Value>, _ resolver: inout RequestResolver, _ option: RequestOption
    ) -> Value? {
        do throws(OptionProblem) {
            return try form.read(text, false)
        } catch {
            let shown = form.isSecret ? SecretMask.sign : SecretMask(resolver.variables.usedSecrets).masked(text)
            resolver.refuse(option.resolvedPlace, "expected \(error.expected), not “\(shown)”")
            return nil
        }
    }
}
