/// A request that is open, with its answer.
public struct OpenRequest: Sendable, Equatable {
    /// Names a request as long as it is open: another one in the same tab has another number.
    public typealias ID = Int

    /// The request as it is composed.
    public internal(set) var request: RequestState
    /// What it was answered, and what is looked at of that.
    public internal(set) var response: ResponseState

    /// Its number in this run.
    public var id: ID { response.owner }
}
