import Engine
import Screen
import Testing
import Workspace

@testable import App

/// An inherited scheme on the Auth tab.
@Suite struct InheritedAuthTests {
    private static let collection = InheritedLayer(
        path: "collections/star-wars", settings: FolderDraft(name: "Star Wars", auth: AuthDraft(.bearer)))

    private static func layer(_ kind: AuthDraft.Kind) -> InheritedLayer {
        InheritedLayer(path: "collections/star-wars/people", settings: FolderDraft(auth: AuthDraft(kind)))
    }

    @Test(arguments: [
        ([collection], "Bearer Token, inherited from the collection “Star Wars”"),
        ([collection, layer(.inherit)], "Bearer Token, inherited from the collection “Star Wars”"),
        ([collection, layer(.basic)], "Basic, inherited from the folder “people”"),
        ([collection, layer(.none)], "No authentication, inherited from the folder “people”"),
        ([layer(.inherit)], "No authentication to inherit"), ([], "No authentication to inherit"),
    ])
    func `the row names the scheme and its origin`(_ layers: [InheritedLayer], _ sentence: String) {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.auth)))
        store.send(.workspace(.authKnown(InheritedAuth(layers))))
        let shown = store.canvas.lines.map { $0.split(separator: "│").last { !$0.allSatisfy(\.isWhitespace) } ?? "" }
        #expect(shown.joined(separator: " ").split(separator: " ").joined(separator: " ").contains(sentence))
    }
}
