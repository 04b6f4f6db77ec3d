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
    let post: @Sendable (Message) -> Void

    func run(_ effect: CookieEffect) async {
        switch effect {
        case .read(let names):
            post(.cookies(.read(names.map { CookieJarContent(name: $0, cookies: jars.cookies(in: $0)) }, at: now())))
        case .apply(let changes):
            do throws(CookieChangeError) {
                for change in changes { try jars.apply(CookieChange(from: change.old, to: change.new), to: change.jar) }
                post(.cookies(.applied(changes)))
            } catch {
                post(.workspace(.changeFailed(error.description)))
            }
        }
    }
}
