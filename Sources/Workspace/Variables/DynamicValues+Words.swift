extension DynamicValues {
    static let grammarFunctions: [String: Function] = [
        "randomNoun": { $0.pick(nouns) },
        "randomVerb": { $0.pick(verbs.map(\.plain)) },
        "randomIngverb": { $0.pick(verbs.map(\.ing)) },
        "randomAdjective": { $0.pick(adjectives) },
        "randomWord": { $0.pick(nouns + adjectives) },
        "randomWords": { values in values.words(values.number(2...5), of: nouns + adjectives).joined(separator: " ") },
        "randomPhrase": { $0.phrase() },
    ]

    static let loremFunctions: [String: Function] = [
        "randomLoremWord": { $0.pick(lorem) },
        "randomLoremWords": { $0.words(3, of: lorem).joined(separator: " ") },
        "randomLoremSentence": { $0.sentence() },
        "randomLoremSentences": { $0.sentences(2...6, separator: " ") },
        "randomLoremParagraph": { $0.sentences(3...6, separator: " ") },
        "randomLoremParagraphs": { values in (0..<3).map { _ in values.sentences(3...6, separator: " ") }.joined(separator: "\n \r") },
        "randomLoremText": { $0.sentences(1...8, separator: " ") },
        "randomLoremSlug": { $0.words(3, of: lorem).joined(separator: "-") },
        "randomLoremLines": { $0.sentences(1...5, separator: "\n") },
    ]

    private mutating func phrase() -> String {
        let (first, second) = (Self.verbs[number(0...(Self.verbs.count - 1))], Self.verbs[number(0...(Self.verbs.count - 1))])
        return switch number(0...2) {
        case 0: "If we \(first.plain) the \(pick(Self.nouns)), we can \(second.plain) the \(pick(Self.adjectives)) \(pick(Self.nouns))!"
        case 1: "You can't \(first.plain) the \(pick(Self.nouns)) without \(second.ing) the \(pick(Self.adjectives)) \(pick(Self.nouns))!"
        default:
            "I'll \(first.plain) the \(pick(Self.adjectives)) \(pick(Self.abbreviations)) \(pick(Self.nouns)), that should \(second.plain) the \(pick(Self.nouns))!"
        }
    }

    private mutating func sentence() -> String {
        let text = words(number(3...10), of: Self.lorem).joined(separator: " ")
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    private mutating func sentences(_ count: ClosedRange<Int>, separator: String) -> String {
        (0..<number(count)).map { _ in sentence() }.joined(separator: separator)
    }

    static let nouns = [
        "alarm", "application", "array", "bandwidth", "bus", "capacitor", "card", "circuit", "driver", "feed", "firewall", "hard drive",
        "interface", "matrix", "microchip", "monitor", "panel", "pixel", "port", "program", "protocol", "sensor", "system", "transmitter",
    ]
    static let adjectives = [
        "1080p", "auxiliary", "back-end", "bluetooth", "cross-platform", "digital", "haptic", "mobile", "multi-byte", "neural", "online",
        "open-source", "optical", "primary", "redundant", "solid state", "virtual", "wireless",
    ]
    private static let verbs: [(plain: String, ing: String)] = [
        ("back up", "backing up"), ("bypass", "bypassing"), ("calculate", "calculating"), ("compress", "compressing"),
        ("connect", "connecting"),
        ("copy", "copying"), ("generate", "generating"), ("hack", "hacking"), ("index", "indexing"), ("input", "inputting"),
        ("navigate", "navigating"), ("override", "overriding"), ("parse", "parsing"), ("program", "programming"),
        ("quantify", "quantifying"),
        ("reboot", "rebooting"), ("synthesize", "synthesizing"), ("transmit", "transmitting"),
    ]
    private static let lorem = [
        "a", "ab", "accusamus", "ad", "alias", "aliquid", "amet", "animi", "aspernatur", "at", "aut", "autem", "beatae", "consequatur",
        "corporis", "culpa", "cum", "debitis", "delectus", "deserunt", "dicta", "dolor", "dolore", "ducimus", "ea", "eius", "enim", "eos",
        "error", "esse", "est", "et", "eum", "ex", "excepturi", "expedita", "facere", "fugiat", "harum", "hic", "id", "impedit", "in",
        "ipsam",
        "iste", "itaque", "iure", "labore", "laudantium", "libero", "magnam", "maxime", "minima", "modi", "molestiae", "natus", "nemo",
        "nihil",
        "nisi", "nobis", "non", "nostrum", "odio", "odit", "omnis", "optio", "pariatur", "perferendis", "placeat", "porro", "quae",
        "quaerat",
        "quas", "qui", "quia", "quis", "quo", "quod", "ratione", "recusandae", "rem", "repellat", "rerum", "saepe", "sed", "sequi",
        "similique",
        "sint", "sit", "soluta", "sunt", "tempora", "tenetur", "totam", "ullam", "unde", "ut", "vel", "velit", "veniam", "vero", "vitae",
        "voluptas", "voluptate", "voluptatem",
    ]
}

extension DynamicValues {
    static let personFunctions: [String: Function] = [
        "randomFirstName": { $0.pick(firstNames) },
        "randomLastName": { $0.pick(lastNames) },
        "randomFullName": { "\($0.pick(firstNames)) \($0.pick(lastNames))" },
        "randomNamePrefix": { $0.pick(["Dr.", "Miss", "Mr.", "Mrs.", "Ms."]) },
        "randomNameSuffix": { $0.pick(["I", "II", "III", "IV", "V", "DDS", "DVM", "Jr.", "MD", "PhD", "Sr."]) },
        "randomJobArea": { $0.pick(jobAreas) },
        "randomJobDescriptor": { $0.pick(jobDescriptors) },
        "randomJobTitle": { "\($0.pick(jobDescriptors)) \($0.pick(jobAreas)) \($0.pick(jobTypes))" },
        "randomJobType": { $0.pick(jobTypes) },
    ]

    static let placeFunctions: [String: Function] = [
        "randomPhoneNumber": { "\($0.digits(3))-\($0.digits(3))-\($0.digits(4))" },
        "randomPhoneNumberExt": { "\($0.digits(2))-\($0.digits(3))-\($0.digits(3))-\($0.digits(4))" },
        "randomCity": {
            $0.pick(["North ", "South ", "New ", "Port ", ""]) + $0.pick(lastNames) + $0.pick(["burgh", "bury", "haven", "ton", "ville"])
        },
        "randomStreetName": { $0.street() },
        "randomStreetAddress": { "\($0.number(1...9999)) \($0.street())" },
        "randomCountry": { $0.pick(countries.map(\.name)) },
        "randomCountryCode": { $0.pick(countries.map(\.code)) },
        "randomLatitude": { $0.decimal(-90...90, digits: 4) },
        "randomLongitude": { $0.decimal(-180...180, digits: 4) },
    ]

    private mutating func street() -> String {
        pick(Self.lastNames) + " "
            + pick(["Avenue", "Bridge", "Gardens", "Hill", "Island", "Lane", "Mews", "Road", "Springs", "Street", "Way"])
    }

    static let firstNames = [
        "Ada", "Alan", "Amira", "Anton", "Bela", "Carla", "Cecil", "Chidi", "Clara", "Dana", "Dario", "Edith", "Elif", "Emil", "Esther",
        "Fatima", "Felix", "Frida", "Grace", "Hana", "Hugo", "Ines", "Ivan", "Jonas", "Judith", "Kenji", "Lena", "Leo", "Luca", "Malik",
        "Maria", "Mila", "Nadia", "Nils", "Nora", "Olga", "Omar", "Oscar", "Paula", "Pavel", "Priya", "Rosa", "Samir", "Selma", "Sofia",
        "Tariq", "Thea", "Tomas", "Vera", "Wanda", "Yara", "Yuki", "Zoe",
    ]
    static let lastNames = [
        "Abbott", "Almeida", "Bauer", "Becker", "Berg", "Castillo", "Costa", "Dahl", "Dubois", "Eriksen", "Farkas", "Fischer", "Fontaine",
        "Garcia", "Hansen", "Horvath", "Ivanova", "Jansen", "Keller", "Kovacs", "Kumar", "Larsen", "Lopez", "Marino", "Meyer", "Moreau",
        "Nakamura", "Novak", "Okafor", "Olsen", "Park", "Peeters", "Popescu", "Ramos", "Rossi", "Sato", "Schmidt", "Silva", "Singh",
        "Tanaka",
        "Torres", "Vargas", "Virtanen", "Wagner", "Weber", "Wójcik", "Yilmaz", "Zhang",
    ]
    private static let jobAreas = [
        "Accounts", "Applications", "Assurance", "Branding", "Configuration", "Data", "Factors", "Identity", "Infrastructure",
        "Integration", "Interactions", "Intranet", "Markets", "Mobility", "Operations", "Quality", "Research", "Response", "Security",
        "Solutions", "Usability", "Web",
    ]
    private static let jobDescriptors = [
        "Central", "Chief", "Corporate", "Customer", "Direct", "District", "Dynamic", "Forward", "Future", "Global", "Human", "Internal",
        "International", "Investor", "Lead", "Legacy", "National", "Principal", "Product", "Regional", "Senior",
    ]
    private static let jobTypes = [
        "Administrator", "Agent", "Analyst", "Architect", "Assistant", "Associate", "Consultant", "Coordinator", "Designer", "Developer",
        "Director", "Engineer", "Executive", "Facilitator", "Liaison", "Manager", "Officer", "Orchestrator", "Planner", "Producer",
        "Specialist", "Strategist", "Supervisor", "Technician",
    ]
    private static let countries: [(name: String, code: String)] = [
        ("Argentina", "AR"), ("Australia", "AU"), ("Austria", "AT"), ("Brazil", "BR"), ("Canada", "CA"), ("Chile", "CL"), ("Denmark", "DK"),
        ("Egypt", "EG"), ("Finland", "FI"), ("France", "FR"), ("Germany", "DE"), ("Ghana", "GH"), ("Iceland", "IS"), ("India", "IN"),
        ("Italy", "IT"), ("Japan", "JP"), ("Kazakhstan", "KZ"), ("Kenya", "KE"), ("Mexico", "MX"), ("Morocco", "MA"), ("Norway", "NO"),
        ("Peru", "PE"), ("Poland", "PL"), ("Portugal", "PT"), ("Samoa", "WS"), ("Spain", "ES"), ("Sweden", "SE"), ("Thailand", "TH"),
        ("Ukraine", "UA"), ("Viet Nam", "VN"),
    ]
}

extension DynamicValues {
    static let fileFunctions: [String: Function] = [
        "randomFileName": { "\($0.fileStem()).\($0.pick(commonEndings + rareEndings))" },
        "randomFileType": { $0.pick(["application", "audio", "font", "image", "message", "model", "multipart", "text", "video"]) },
        "randomFileExt": { $0.pick(commonEndings + rareEndings) },
        "randomCommonFileName": { "\($0.fileStem()).\($0.pick(commonEndings))" },
        "randomCommonFileType": { $0.pick(["application", "audio", "image", "text", "video"]) },
        "randomCommonFileExt": { $0.pick(commonEndings) },
        "randomFilePath": { "\($0.pick(folders))/\($0.fileStem()).\($0.pick(commonEndings + rareEndings))" },
        "randomDirectoryPath": { $0.pick(folders) },
        "randomMimeType": { $0.pick(mediaTypes) },
    ]

    static let databaseFunctions: [String: Function] = [
        "randomDatabaseColumn": {
            $0.pick([
                "avatar", "category", "comment", "createdAt", "email", "group", "id", "name", "password", "phone", "status", "title",
                "token", "updatedAt",
            ])
        },
        "randomDatabaseType": {
            $0.pick([
                "bigint", "binary", "bit", "blob", "boolean", "date", "datetime", "decimal", "double", "enum", "float", "geometry", "int",
                "mediumint", "point", "real", "serial", "set", "smallint", "text", "time", "timestamp", "tinyint", "varchar",
            ])
        },
        "randomDatabaseCollation": {
            $0.pick(["ascii_bin", "ascii_general_ci", "cp1250_bin", "cp1250_general_ci", "utf8_bin", "utf8_general_ci", "utf8_unicode_ci"])
        },
        "randomDatabaseEngine": { $0.pick(["ARCHIVE", "BLACKHOLE", "CSV", "InnoDB", "Memory", "MyISAM"]) },
    ]

    private mutating func fileStem() -> String {
        words(number(1...3), of: Self.adjectives + Self.nouns).joined(separator: "_").replacing("-", with: "_").replacing(" ", with: "_")
    }

    private static let commonEndings = [
        "css", "csv", "gif", "html", "jpg", "js", "json", "m2v", "m4a", "mp3", "mp4", "mpeg", "pdf", "png", "svg", "txt", "wav", "xml",
    ]
    private static let rareEndings = [
        "bz2", "cpio", "epub", "flac", "gdoc", "jar", "lzh", "odp", "pcap", "pm", "rtf", "tar", "tif", "war", "woff", "xz",
    ]
    private static let folders = [
        "/bin", "/boot", "/dev", "/etc", "/home", "/home/user", "/lib", "/media", "/mnt", "/opt", "/opt/bin", "/root", "/srv", "/sys",
        "/tmp",
        "/usr", "/usr/bin", "/usr/local/bin", "/usr/share", "/var", "/var/log", "/var/tmp",
    ]
    private static let mediaTypes = [
        "application/gzip", "application/json", "application/octet-stream", "application/pdf", "application/xml", "application/zip",
        "audio/flac", "audio/mpeg", "audio/ogg", "font/woff2", "image/gif", "image/jpeg", "image/png", "image/svg+xml", "image/webp",
        "model/gltf+json", "text/calendar", "text/css", "text/csv", "text/html", "text/markdown", "text/plain", "video/mp4", "video/webm",
    ]
}

extension DynamicValues {
    /// URLs of pictures as Postman writes them. The host of the categories no longer exists since 2022; the URLs serve as data.
    static let imageFunctions: [String: Function] = {
        let categories = [
            "Abstract", "Animals", "Business", "Cats", "City", "Food", "Nightlife", "Fashion", "People", "Nature", "Sports", "Transport",
        ]
        var functions: [String: Function] = [
            "randomAvatarImage": { "https://i.pravatar.cc/128?u=\($0.digits(6))" },
            "randomImageUrl": { _ in "http://lorempixel.com/640/480" },
            "randomImageDataUri": { values in
                let color = values.pick(colors)
                return "data:image/svg+xml;charset=UTF-8,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%22%20width%3D%22640%22%20"
                    + "height%3D%22480%22%3E%3Crect%20width%3D%22100%25%22%20height%3D%22100%25%22%20fill%3D%22\(color)%22%2F%3E%3C%2Fsvg%3E"
            },
        ]
        for category in categories {
            functions["random\(category)Image"] = { _ in "http://lorempixel.com/640/480/\(category.lowercased())" }
        }
        return functions
    }()
}
