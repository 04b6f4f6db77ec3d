/// An immutable value that its owners share: one that cannot be copied, such as an open file, or one that is too large to copy often.
public final class Shared<Value: ~Copyable> {
    /// The value.
    public let value: Value

    /// Takes the value.
    public init(_ value: consuming Value) { self.value = value }
}

extension Shared: Sendable where Value: Sendable, Value: ~Copyable {}

extension Shared: Equatable where Value: Equatable {
    /// True if both are the same, or hold equal values.
    public static func == (left: Shared, right: Shared) -> Bool { left === right || left.value == right.value }
}

extension Shared: Hashable where Value: Hashable {
    /// Hashes the value.
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// A large value that copies of its owner share until one of them changes it.
@propertyWrapper
public struct CopiedOnWrite<Value> {
    @usableFromInline final class Storage {
        @usableFromInline var value: Value

        @inlinable init(_ value: Value) { self.value = value }
    }

    @usableFromInline var storage: Storage

    /// Takes the value.
    @inlinable public init(wrappedValue: Value) { storage = Storage(wrappedValue) }

    /// The value.
    @inlinable public var wrappedValue: Value {
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }

    /// The wrapper itself, to pass the value on without copying it.
    @inlinable public var projectedValue: CopiedOnWrite { self }
}

// The storage is changed only by its only owner.
extension CopiedOnWrite: @unchecked Sendable where Value: Sendable {}

extension CopiedOnWrite: Equatable where Value: Equatable {
    /// True if both share the value, or hold equal ones.
    @inlinable public static func == (left: CopiedOnWrite, right: CopiedOnWrite) -> Bool {
        left.storage === right.storage || left.storage.value == right.storage.value
    }
}

extension CopiedOnWrite: Hashable where Value: Hashable {
    /// Hashes the value.
    @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(storage.value) }
}
