extension DynamicValues {
    /// Addresses of pictures as Postman writes them. The host of the categories is gone since 2022; the addresses serve as data.
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
