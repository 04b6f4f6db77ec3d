/// What a terminal can do.
public struct TerminalCapabilities: Hashable, Sendable {
    /// How many colours there are.
    public enum ColorDepth: Hashable, Comparable, Sendable {
        case none, sixteen, indexed, direct
    }

    /// The colours.
    public var colors: ColorDepth
    /// Whether keys arrive in the Kitty protocol's form, so that all of them can be told apart.
    public var distinguishesAllKeys: Bool

    /// Takes the colours and whether all keys can be told apart.
    public init(colors: ColorDepth, distinguishesAllKeys: Bool = false) {
        self.colors = colors
        self.distinguishesAllKeys = distinguishesAllKeys
    }
}
