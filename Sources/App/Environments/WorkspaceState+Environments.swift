import Workspace

extension WorkspaceState {
    /// Chooses an environment that was just made; the choice goes back when that is undone.
    mutating func choose(newEnvironment path: String) {
        let collection = collection(of: path)
        choicesBefore[path] = chosenEnvironments[collection]
        chosenEnvironments[collection] = path
    }

    /// Lets go of what was deleted: a collection, or an environment. Nothing is sent to another one without being asked for: none is chosen
    /// then, unless making it is undone, where that one is chosen again which was before.
    /// - Returns: whether an environment was chosen and none is now.
    mutating func letGo(ofEnvironmentsAt path: String, undoesMaking: Bool) -> Bool {
        var isNoneLeft = false
        for (collection, environment) in chosenEnvironments where environment == path || collection == path {
            chosenEnvironments[collection] = environment != path ? nil : undoesMaking ? choicesBefore[path] : ""
            if !environment.isEmpty { deletedChoices[path] = environment }
            isNoneLeft = isNoneLeft || chosenEnvironments[collection] == ""
        }
        return isNoneLeft
    }

    /// Makes the choice again that went with an environment or a collection when it was deleted.
    mutating func choicesCameBack(with path: String) {
        guard let environment = deletedChoices.removeValue(forKey: path) else { return }
        if environment == path { choose(newEnvironment: path) } else { chosenEnvironments[path] = environment }
    }

    /// True if the environment's file is gone.
    func isLost(_ environment: EnvironmentSummary) -> Bool { lostEnvironments[environment.path] != nil }

    /// Keeps the environments that requests are sent to and that are in the tree no more.
    ///
    /// They stay chosen, so that sending says what is missing: without one, or with another, what it protects would go unasked.
    mutating func keepEnvironments(missingIn new: WorkspaceTree) {
        let known = Array(tree.environments.values.joined()) + Array(lostEnvironments.values)
        let there = Set(new.environments.values.joined().map(\.path))
        lostEnvironments = [:]
        for path in chosenEnvironments.values where !path.isEmpty && !there.contains(path) {
            lostEnvironments[path] = known.first { $0.path == path } ?? EnvironmentSummary(name: Self.stem(of: path), path: path)
        }
    }

    /// The name of a file without what follows its first point.
    private static func stem(of path: String) -> String {
        path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? path
    }

    /// Gives environments, and the collections that values were captured for, their new paths.
    mutating func followEnvironments(_ moved: (String) -> String?) {
        for (collection, values) in captured {
            guard let new = moved(collection) else { continue }
            captured[collection] = nil
            captured[new] = values
        }
        for (collection, environment) in chosenEnvironments {
            guard let new = moved(environment) else { continue }
            chosenEnvironments[moved(collection) ?? collection] = new
        }
        for (environment, before) in choicesBefore {
            let before = moved(before) ?? before
            choicesBefore[environment] = nil
            choicesBefore[moved(environment) ?? environment] = before
        }
    }
}
