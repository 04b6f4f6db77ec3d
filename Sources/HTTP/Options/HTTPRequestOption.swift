/// A typed piece of advice that travels with a request, from whoever makes it to the loader that understands it.
///
/// An option is one small file: a key type that nobody else sees, and a property on ``HTTPRequest``.
///
/// ```swift
/// private enum ColorOption: HTTPRequestOption {
///     static let defaultOptionValue = "red"
/// }
/// extension HTTPRequest {
///     public var color: String {
///         get { self[option: ColorOption.self] }
///         set { self[option: ColorOption.self] = newValue }
///     }
/// }
/// ```
public protocol HTTPRequestOption {
    /// What the option says.
    associatedtype Value: Sendable

    /// What a request says that does not set it.
    static var defaultOptionValue: Value { get }
}

extension HTTPRequest {
    /// The value of an option: the one that was set, else its default.
    public subscript<Option: HTTPRequestOption>(option key: Option.Type) -> Option.Value {
        get {
            guard let value = options[ObjectIdentifier(key)] else { return Option.defaultOptionValue }
            return value as? Option.Value ?? Option.defaultOptionValue
        }
        set { options.set(ObjectIdentifier(key), to: newValue) }
    }

    /// Takes over every option of another request; those it does not set stay.
    public mutating func adoptOptions(of other: HTTPRequest) {
        options.merge(other.options)
    }
}

/// The options that a request sets: a few among many, so a list that is looked through is quicker than a table.
struct HTTPOptionValues: Sendable {
    private struct Entry {
        let key: ObjectIdentifier
        var value: any Sendable
    }

    private var entries: [Entry] = []

    subscript(key: ObjectIdentifier) -> (any Sendable)? {
        // By index: a loop over the entries would copy each value that it passes.
        for index in entries.indices where entries[index].key == key { return entries[index].value }
        return nil
    }

    mutating func set(_ key: ObjectIdentifier, to value: any Sendable) {
        if let index = entries.firstIndex(where: { $0.key == key }) {
            entries[index].value = value
        } else {
            entries.append(Entry(key: key, value: value))
        }
    }

    /// Takes over every value of another; those it does not set stay.
    mutating func merge(_ other: HTTPOptionValues) {
        for entry in other.entries { set(entry.key, to: entry.value) }
    }
}
