import JSON

extension Catalogue {
    static func planet(_ name: String, _ climate: String, _ terrain: String, _ diameter: Int, _ population: Int?) -> JSONValue {
        [
            "name": .string(name), "climate": .string(climate), "terrain": .string(terrain), "diameter": .number(diameter),
            "population": population.map { .number($0) } ?? .null,
        ]
    }

    /// - Parameter homeworld: the number of a planet.
    static func person(
        _ name: String, _ species: String, _ height: Int, _ mass: Int?, _ birthYear: String, _ side: String, _ homeworld: Int?
    ) -> JSONValue {
        [
            "name": .string(name), "species": .string(species), "height": .number(height), "mass": mass.map { .number($0) } ?? .null,
            "birth_year": .string(birthYear), "side": .string(side),
            "homeworld": .string(homeworld.map { "/api/planets/\($0)" } ?? "unknown"),
        ]
    }
}
