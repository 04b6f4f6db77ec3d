import HTTP
import JSON

extension RequestOption {
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
            access: Access(form, get: { $0[keyPath: path()] }, set: { $0[keyPath: path()] = $1 }, apply: apply))
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
            access: Access(form, get: get, set: { $0[keyPath: path()] = $1 ?? [] }, apply: apply))
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

extension RequestOption.Access {
    fileprivate init<Value>(
        _ form: OptionForm<Value>, get: @escaping @Sendable (RequestOptions) -> Value?,
        set: @escaping @Sendable (inout RequestOptions, Value?) -> Void, apply: @escaping RequestOption.Change<Value>
    ) {
        isSet = { get($0) != nil }
        copy = { set(&$1, get($0)) }
        decode = { value, pointer, options throws(FormatError) in
            set(&options, value.isNull ? nil : try form.coder.decode(value, pointer))
        }
        encode = { get($0).map(form.coder.encode) }
        text = { get($0).map(form.text) ?? "" }
        take = { text, options throws(OptionProblem) in
            if let text { set(&options, try form.read(text, true)) } else { set(&options, nil) }
        }
        resolve = { resolver, option, options, request in
            guard let value = get(options) else { return }
            let noted = resolver.values.count
            var resolved = form.resolve(&resolver, option, value)
            let text = form.text(resolved)
            if resolver.values.count == noted, !text.isEmpty { resolver.note(text, option) }
            do throws(OptionProblem) {
                // A file can say what the form would not take, and a variable what its place does not take.
                if !text.isEmpty { resolved = try form.read(text, false) }
            } catch {
                let shown = form.isSecret ? SecretMask.sign : text
                return resolver.refuse(option.resolvedPlace, "expected \(error.expected), not “\(shown)”")
            }
            set(&options, resolved)
            apply(&resolver, resolved, &request)
        }
    }
}
