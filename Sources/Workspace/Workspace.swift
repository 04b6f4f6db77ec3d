// What a user saves, and what becomes of it when it is sent.
//
//   files ──WorkspaceStore──► WorkspaceTree, RequestDraft, FolderDraft, EnvironmentDraft
//                                       │
//                  variables, secrets ──┴──► RequestResolver ──► ResolvedRequest ──loader──► Exchange ──► HistoryStore
