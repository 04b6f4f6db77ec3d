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
