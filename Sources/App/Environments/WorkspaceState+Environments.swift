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
            if environment == path { deletedChoices.insert(path) }
            isNoneLeft = isNoneLeft || chosenEnvironments[collection] == ""
        }
        return isNoneLeft
    }

    /// Chooses an environment again that was chosen when it was deleted.
    mutating func environmentCameBack(_ path: String) {
        if deletedChoices.remove(path) != nil { choose(newEnvironment: path) }
    }

    /// Gives environments their new paths.
    mutating func followEnvironments(_ moved: (String) -> String?) {
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
