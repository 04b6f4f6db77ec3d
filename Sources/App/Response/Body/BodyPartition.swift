/// The kinds of parts that a body can have.
public enum BodyPartition: Sendable, Equatable {
    /// The parts between boundaries (RFC 2046, section 5.1).
    case multipart(boundary: String)
    /// One value a line.
    case lines
}
