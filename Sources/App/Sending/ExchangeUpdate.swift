import Screen
import HTTP
import Workspace

/// Follows what is sent.
enum ExchangeUpdate {
    static func update(_ state: inout AppState, _ message: ExchangeMessage) -> [Effect] {
        switch message {
        case .started(let sending): start(&state, sending)
        case .refused(let reasons): return refuse(&state, reasons)
        case .asked(let job, let purpose, let values): ask(&state, job, purpose, values)
        case .progressed(let id, let progress): state.response.update(id) { $0.progress = progress }
        case .answered(let id, let answer): state.response.show(answer, of: id)
        case .grew(let body):
            state.response.grow(body)
            return BodyReading.decode(state)
        case .finished(let exchange): return finish(&state, exchange)
        case .checked(let id, let report, let collection): return CheckUpdate.take(&state, id, report, collection: collection)
        case .loginBegan(let login, let isOpened): return LoginUpdate.begin(&state, login, isOpened: isOpened)
        case .loginEnded(let id): LoginUpdate.end(&state, id)
        case .cancel(let id): return [.cancel(.send(id))]
        }
        return []
    }

    private static func start(_ state: inout AppState, _ sending: Sending) {
        state.response.begin(sending)
    }

    private static func refuse(_ state: inout AppState, _ reasons: [String]) -> [Effect] {
        let list = reasons.count == 1 ? reasons[0] : reasons.map { "• " + $0 }.joined(separator: "\n")
        return state.say(.error, "Not sent: " + list)
    }

    private static func ask(_ state: inout AppState, _ job: SendJob, _ purpose: SendPurpose, _ values: [AskedValue]) {
        let name = job.draft.name.isEmpty ? "The request" : "“\(job.draft.name)”"
        state.overlays.append(
            .form(
                FormState(
                    purpose: .send(job, purpose), title: "Values to send with",
                    text: "\(name) asks for \(values.count == 1 ? "a value" : "values").",
                    fields: values.map { FormState.Field($0.name, note: $0.note, isSecret: $0.isSecret) })))
    }

    private static func finish(_ state: inout AppState, _ exchange: Exchange) -> [Effect] {
        state.response.finish(exchange)
        LoginUpdate.endAll(&state)
        state.history.insert(exchange.summary, height: state.inner(of: .history).height)
        return CheckUpdate.run(state, after: exchange) + BodyReading.finish(state, exchange)
    }
}
