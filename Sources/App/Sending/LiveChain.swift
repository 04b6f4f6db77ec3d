public import HTTP

/// The loaders that everything the workbench sends goes through.
public enum LiveChain {
    /// The chain, outermost first.
    ///
    /// `AutoCancel` stands outside all that waits, so that nothing holds a reset up; `Record` outside all that changes or repeats, so that one
    /// exchange holds all that became of one request; `ApplyEnvironment` completes the URL before anything looks at it.
    public static func loader(recorder: any HTTPRecorder, transport: any HTTPLoader) -> any HTTPLoader {
        AutoCancel() --> Record(to: recorder) --> ApplyEnvironment() --> transport
    }
}
