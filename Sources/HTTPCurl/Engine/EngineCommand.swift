/// What other threads ask of the engine's thread.
enum EngineCommand: Sendable {
    /// Begin a transfer.
    case start(Transfer)
    /// End a transfer now and close its connection or stream.
    case cancel(Transfer)
    /// The reader has room again, or the upload has bytes again.
    case resume(Transfer)
    /// Finish what is under way, then end the thread.
    case retire
    /// End every transfer and close every connection, end the thread, then call back.
    case shutDown(@Sendable () -> Void)
}
