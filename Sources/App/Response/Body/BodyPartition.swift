/// What the parts of a body are.
public enum BodyPartition: Sendable, Equatable {
    /// What stands between boundaries (RFC 2046, section 5.1).
    case multipart(boundary: String)
    /// One value a line.
    case lines
}
