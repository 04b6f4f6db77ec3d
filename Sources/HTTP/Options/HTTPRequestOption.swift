/// A typed option of a request, read by the loader that supports it.
///
/// An option is a private key type and a property of ``HTTPRequest``.
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
    /// The type of the option's value.
    associatedtype Value: Sendable

    /// The value for requests that do not set the option.
    static var defaultOptionValue: Value { get }
}

extension HTTPRequest {
    /// The value of an option: the one that was set, or its default.
    public subscript<Option: HTTPRequestOption>(option key: Option.Type) -> Option.Value {
        get {
            guard let value = options[ObjectIdentifier(key)] else { return Option.defaultOptionValue }
            return value as? Option.Value ?? Option.defaultOptionValue
        }
        set { options.set(ObjectIdentifier(key), to: newValue) }
    }

    /// Copies all options that the other request sets; others are kept.
    public mutating func adoptOptions(of other: HTTPRequest) { options.merge(other.options) }
}

/// The options that a request sets. There are few, so searching a list is faster than a table.
struct HTTPOptionValues: Sendable {
    private struct Entry {
        let key: ObjectIdentifier
        var value: any Sendable
    }

    private var entries: [Entry] = []

    subscript(key: ObjectIdentifier) -> (any Sendable)? {
        // Iterates by index, because iterating over entries would copy each value.
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

    /// Copies all values of another set; others are kept.
    mutating func merge(_ other: HTTPOptionValues) {
        for entry in other.entries { set(entry.key, to: entry.value) }
    }
}
