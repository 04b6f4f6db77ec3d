import Workspace

/// Shows the steps of a request in flight in the response of its tab.
enum ResponseFlight {
    static func reduce(_ state: inout ResponseState, _ context: ResponseContext, _ step: FlightStep) -> ResponseOutcome {
        switch step {
        case .resolving(let request): state.resolving = request
        case .resolved(let id): if state.resolving?.id == id { state.resolving = nil }
        case .began(let request): state.begin(request)
        case .changed(let request): change(&state, request)
        case .answered(let id, let head): if state.shownID == id { state.show(head) }
        case .grew(let body): return grow(&state, context, body)
        case .ended(let exchange): return end(&state, context, exchange)
        case .checked(let id, let report): if state.shownID == id { state.checks = report }
        }
        return []
    }

    private static func change(_ state: inout ResponseState, _ request: InFlightRequest) {
        if state.resolving?.id == request.id { state.resolving = request }
        guard state.sending?.id == request.id else { return }
        state.sending = request
        if request.isSeen { state.forgetEarlier() }
    }

    private static func grow(_ state: inout ResponseState, _ context: ResponseContext, _ body: BodyHandle) -> ResponseOutcome {
        let (isFollowed, isScrolled) = (state.followsEnd, state.isScrolled)
        state.grow(body)
        if isFollowed {
            _ = ResponseReducer.reduce(&state, .move(.bottom), context)
            state.isScrolled = isScrolled
        }
        return BodyCommands.decode(state, context)
    }

    private static func end(_ state: inout ResponseState, _ context: ResponseContext, _ exchange: Exchange) -> ResponseOutcome {
        guard state.shownID == exchange.id else { return [] }
        state.finish(exchange)
        state.hasNews = state.owner != context.frontTab
        return BodyCommands.finish(state, exchange)
    }
}
