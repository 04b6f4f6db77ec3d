/// Why a robot cannot go on.
public struct RobotError: Error, CustomStringConvertible {
    /// What happened, and what the screen showed.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
