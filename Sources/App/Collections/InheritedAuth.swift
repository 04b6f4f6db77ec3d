public import Engine
public import Workspace

/// The authentication that a request takes from around it when it says none of its own.
public struct InheritedAuth: Sendable, Equatable {
    /// Its scheme.
    public let kind: AuthDraft.Kind
    /// The place that defines it, as text for the user: `collection “Star Wars”`.
    public let origin: String

    /// A scheme with what says it.
    public init(kind: AuthDraft.Kind, origin: String) {
        self.kind = kind
        self.origin = origin
    }

    /// That of the nearest folder that says any; nil where none does.
    ///
    /// - Parameter layers: what is around the request, outermost first.
    public init?(_ layers: [InheritedLayer]) {
        guard let layer = layers.last(where: { $0.settings.map { $0.auth.kind != .inherit } ?? false }), let settings = layer.settings
        else {
            return nil
        }
        self.init(kind: settings.auth.kind, origin: layer.origin)
    }
}
