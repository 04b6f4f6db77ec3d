/// One request on its way in and its answer on the way out. Only the thread that serves its connection touches it.
final class Exchange {
    /// The request target as it arrived.
    let target: String
    /// `nil` until the whole head is there.
    var head: RequestHead?
    var body = BodyReceiver()
    /// The answer while it waits for its delay.
    var pendingResponse: Response?

    init(target: String) {
        self.target = target
    }
}
