// The HTTP core: messages, bodies, and the loaders that carry them.
//
//   HTTPRequest ──prepared()──► HTTPRequest (valid, body headers merged) ──► transport
//        │                                                                      │
//        └── link --> link --> … --> loader   (each may change, delay,          ▼
//                                              repeat, answer or forward)   HTTPResponse + HTTPResponseBody (chunks)
//
// `loader.start(request)` gives an `HTTPTask`: a handle to cancel this execution and to follow its events.
// Everything that can go wrong is an `HTTPError`, which carries the request and what had been received.
