/// File names made of names: `Create a pilot` → `create-a-pilot`.
enum Slug {
    /// The most bytes, so that endings and numbers still fit into a file name (255 bytes on most systems).
    private static let byteLimit = 100
    /// Names that Windows keeps for devices, whatever their ending.
    private static let reserved: Set<String> =
        Set(["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

    /// Letters and digits in lower case, of any script, with one hyphen for whatever stands between them; `untitled` when none is left.
    static func make(of name: String) -> String {
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        var slug = ""
        for character in words.joined(separator: "-") {
            guard slug.utf8.count + character.utf8.count <= byteLimit else { break }
            slug.append(character)
        }
        if slug.hasSuffix("-") { slug.removeLast() }
        if slug.isEmpty { return "untitled" }
        return reserved.contains(slug) ? slug + "-1" : slug
    }

    /// The slug, or with the first number behind it that is free, from 2.
    static func make(of name: String, avoiding taken: Set<String>) -> String {
        let slug = make(of: name)
        guard taken.contains(slug) else { return slug }
        var number = 2
        while taken.contains("\(slug)-\(number)") { number += 1 }
        return "\(slug)-\(number)"
    }

    /// Whether a file of that stem may stay where it is when it gets the name: its stem is the slug, with a number or without.
    static func isSlug(_ stem: String, of name: String) -> Bool {
        let slug = make(of: name)
        guard stem != slug else { return true }
        guard stem.hasPrefix(slug + "-") else { return false }
        return stem.dropFirst(slug.count + 1).allSatisfy { $0.isASCII && $0.isNumber } && stem.count > slug.count + 1
    }
}
