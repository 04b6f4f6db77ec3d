/// The secrets that a run has read, so that each source is asked once, also by requests that are resolved at once.
public actor SecretMemory {
    /// A secret, or why it could not be read.
    typealias Outcome = Swift.Result<String, SecretError>

    private struct Key: Hashable {
        let entry: SecretEntry
        let environmentFile: String?
    }

    private var readings: [Key: Task<Outcome, Never>] = [:]

    /// An empty memory.
    public init() {}

    /// The outcome of the first reading of a secret. Cancelling one who waits for it ends the reading for all.
    func outcome(
        of entry: SecretEntry, in environmentFile: String?, reading: @escaping @Sendable () async -> Outcome
    ) async -> Outcome {
        let key = Key(entry: entry, environmentFile: environmentFile)
        let task = readings[key] ?? Task { await reading() }
        readings[key] = task
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
