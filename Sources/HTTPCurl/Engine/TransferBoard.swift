/// What the transfers of one engine share. Used by its driver alone.
final class TransferBoard {
    let connections = ConnectionTable()
    var handles = HandlePool()
    /// Those whose readers, or the engine, have something new to see.
    var touched: [ActiveTransfer] = []
}
