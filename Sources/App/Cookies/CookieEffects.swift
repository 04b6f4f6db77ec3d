import HTTP

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads and changes the jars that requests are sent with.
struct CookieEffects: Sendable {
    let jars: CookieJar
    let now: @Sendable () -> Date
    let post: @Sendable (CookieMessage) -> Void

    func run(_ effect: CookieEffect) async {
        switch effect {
        case .read(let names):
            post(.read(names.map { CookieJarContent(name: $0, cookies: jars.cookies(in: $0)) }, at: now()))
        case .apply(let changes):
            do throws(CookieChangeError) {
                for change in changes { try jars.apply(CookieChange(from: change.old, to: change.new), to: change.jar) }
                post(.applied(changes))
            } catch {
                post(.failed(error.description))
            }
        }
    }
}
