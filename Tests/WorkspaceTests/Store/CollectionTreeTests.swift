import Testing
import Workspace

@Suite struct CollectionTreeTests {
    @Test func `a visit names the path of each item and keeps only reported changes`() {
        let inner = CollectionTree.Folder(FolderDraft(name: "b"), items: [.request(.init(RequestDraft(name: "c", url: "http://h/")))])
        var root = CollectionTree.Folder(FolderDraft(name: "a"), items: [.folder(inner), .request(.init(RequestDraft(name: "d")))])
        var seen: [[String]] = []
        let isChanged = root.visit { folder, path in
            seen.append(path + [folder.draft.name])
            return false
        } requests: { request, path in
            seen.append(path + [request.draft.name])
            request.draft.url = "x"
            return request.draft.name == "c"
        }
        #expect(isChanged && seen == [["a"], ["b", "b"], ["b", "c"], ["d"]])
        #expect(CollectionTree(root).requests.map { $0.request.draft.url } == ["x", ""])
        let isChangedAgain = root.visit(requests: { _, _ in false })
        #expect(!isChangedAgain)
    }
}
