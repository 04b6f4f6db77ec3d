import JSON
import Widgets
import Workspace

extension RequestState {
    /// Longer variables are looked at when typing has ended, and not at each key.
    private static let mostChecked = 16 << 10

    /// Looks whether the variables of a GraphQL body are what they must be.
    mutating func checkVariables(whileTyping: Bool) {
        guard bodyKind == .graphql, graphqlVariables.version != checkedVariables else { return }
        guard !whileTyping || !graphqlVariables.isLonger(than: Self.mostChecked) else { return }
        checkedVariables = graphqlVariables.version
        variablesFault = BodyFormat.fault(inVariables: graphqlVariables.text)
    }

    /// The title of a section, and the problem of all of it.
    func heading(of section: RequestSection) -> (title: String, problem: String?) {
        (section.title, section == .graphqlVariables && bodyKind == .graphql ? variablesFault?.description : nil)
    }
}

extension BodyFormat.Fault: CustomStringConvertible {
    /// The place and the message.
    var description: String { "line \(line), column \(column): \(message)" }
}
