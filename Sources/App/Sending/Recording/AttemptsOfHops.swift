import HTTP

/// Which attempt at a request each of its transfers belongs to, and how long was waited before it: what the trace says of both.
struct AttemptsOfHops {
    /// Of each transfer in order: the attempt from 1, and the pause before the first one of an attempt.
    private let all: [(attempt: Int, pause: Duration)]

    init(_ trace: [HTTPTraceEntry]) {
        var (attempt, pause) = (1, Duration.zero)
        var all: [(Int, Duration)] = []
        for entry in trace {
            switch entry.event {
            case .retrying(let next, let delay, _): (attempt, pause) = (next, delay)
            case .started:
                all.append((attempt, pause))
                pause = .zero
            default: break
            }
        }
        self.all = all
    }

    /// Of a transfer by its place; a trace that was too long to be kept says nothing of those at its end.
    subscript(index: Int) -> (attempt: Int, pause: Duration) { all.indices.contains(index) ? all[index] : (all.last?.attempt ?? 1, .zero) }
}
