import Foundation
import Screen
import TestFixtures
import Testing
import Widgets
import Workspace

@testable import App

/// Completing the paths of files, and addresses.
@Suite struct PathCompletionTests {
    private static let listing = FolderListing(folder: "", names: [".hidden", "data/", "dump.bin", "notes.txt"])

    private func store(_ kind: BodyDraft.Kind) -> TestStore {
        var store = TestStore.opened(RequestDraft(method: "POST", url: "http://h/", body: BodyDraft(kind: kind)))
        store.send(.request(.selectTab(.body)))
        return store
    }

    private func asked(_ effects: [Effect]) -> [String] {
        effects.compactMap { if case .workspace(.listFolder(let folder)) = $0 { folder } else { nil } }
    }

    @Test func `the file of a body is found folder by folder`() {
        var store = store(.file)
        store.press(.character("e"))
        #expect(asked(store.press(.character("d"))) == [""])
        store.send(.workspace(.folderListed(Self.listing)))
        #expect(store.state.request.completion?.items.map(\.text) == ["data/", "dump.bin"])
        #expect(asked(store.press(Key(.tab))) == ["data/"])
        store.send(.workspace(.folderListed(FolderListing(folder: "data/", names: ["a.json", "b.json"]))))
        store.press(Key(.down), Key(.enter))
        #expect(store.state.request.draft.body.file == "data/b.json")
    }

    @Test func `the file of a part follows its sign`() {
        var store = store(.multipart)
        store.press(.character("a"))
        store.type("photo")
        store.press(Key(.tab))
        #expect(asked(store.press(.character("x"))) == [])
        store.press(Key(.backspace))
        #expect(asked(store.press(.character("@"))) == [""])
        store.send(.workspace(.folderListed(Self.listing)))
        store.type("no")
        store.press(Key(.down), Key(.tab), Key(.escape))
        #expect(store.state.request.draft.body.parts.first?.value == "notes.txt")
    }

    @Test func `certificates are completed, and late results are ignored`() {
        var store = TestStore.opened()
        store.send(.request(.selectTab(.options)))
        while store.state.request.options.rows[store.state.request.options.table.selected][0] != "Client certificate" {
            store.press(.character("j"))
        }
        store.press(.character("e"))
        store.type("../c")
        #expect(store.effects.last == .workspace(.listFolder("../")))
        store.send(.workspace(.folderListed(Self.listing)))
        #expect(store.state.request.completion == nil)
        store.send(.workspace(.folderListed(FolderListing(folder: "../", names: ["client.pem"]))))
        #expect(store.state.request.completion?.current.text == "../client.pem")
        store.press(Key(.escape))
        store.send(.workspace(.folderListed(FolderListing(folder: "../", names: ["client.pem"]))))
        #expect(store.state.layer == .edit)
    }

    @Test func `folders have a slash, and one that cannot be read has nothing`() throws {
        let folder = TemporaryFolder(["b.txt": ""])
        try folder.makeFolder("inner")
        try FileManager.default.createSymbolicLink(atPath: folder.path("also"), withDestinationPath: "inner")
        #expect(FolderListing(reading: "x/", at: folder.path).names == ["also/", "b.txt", "inner/"])
        #expect(FolderListing(reading: "x/", at: folder.path("missing")) == FolderListing(folder: "x/", names: []))
    }

    @Test func `files of words in the URL bar are found, with spaces that end no word`() {
        var store = TestStore.withTree()
        store.press(.control("n"))
        store.type("POST h/ photo")
        #expect(asked(store.press(.character("@"))) == [""])
        store.send(.workspace(.folderListed(FolderListing(folder: "", names: ["my data/", "notes.txt"]))))
        store.type("my")
        #expect(asked(store.press(Key(.down), Key(.tab))) == ["my data/"])
        #expect(store.state.request.url.text == #"POST h/ photo@my\ data/"#)
        store.send(.workspace(.folderListed(FolderListing(folder: "my data/", names: ["a b.png"]))))
        store.press(.character("a"))
        store.press(Key(.down), Key(.tab))
        store.press(Key(.enter))
        #expect(store.state.request.draft.body.parts.first?.value == "my data/a b.png")
    }

    @Test func addressesAreOfferedWithoutTheirQueriesAndWithoutHiddenSecrets() {
        var store = TestStore.withTree()
        let urls = ["http://h/one?stage=1&key=••••", "http://h/one?stage=2", "http://h/auth/••••", "http://h/two"]
        store.state.history.show(
            urls.map { ExchangeSummary(id: $0, startedAt: .now, method: "GET", url: $0) }, after: nil, at: .now, isPart: false, height: 9)
        let offered = CompletionWords.words(for: .url, store.state.request, store.state.requestContext).map(\.text)
        #expect(offered == ["http://h/one", "http://h/two"])
    }
}
