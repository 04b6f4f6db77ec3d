import Testing

@testable import HTTPCurl

@Suite struct EngineGateTests {
    private var gate = EngineGate<Int>()

    @Test mutating func letsTheFirstCallerDrive() {
        let arrival = gate.add(1, mayDrive: true)
        #expect(arrival == .drivesItself)
        let secondArrival = gate.add(2, mayDrive: true)
        #expect(secondArrival == .queued)
        var commands: [Int] = []
        gate.swapCommands(into: &commands)
        #expect(commands == [1, 2])
    }

    @Test mutating func startsTheThreadWhenTheCallerCannotDrive() {
        let arrival = gate.add(1, mayDrive: false)
        #expect(arrival == .startsThread)
        #expect(gate.driver == .thread)
    }

    @Test mutating func wakesASleepingDriverOnce() {
        _ = gate.add(1, mayDrive: true)
        var commands: [Int] = []
        gate.swapCommands(into: &commands)
        let sleeps = gate.fallAsleep()
        #expect(sleeps)
        let arrival = gate.add(2, mayDrive: true)
        #expect(arrival == .wakesDriver)
        let secondArrival = gate.add(3, mayDrive: true)
        #expect(secondArrival == .queued)
        let secondSleeps = gate.fallAsleep()
        #expect(!secondSleeps)
    }

    @Test mutating func keepsTheDriverWhileCommandsWait() {
        _ = gate.add(1, mayDrive: true)
        let isReleased = gate.releaseDriver()
        #expect(!isReleased)
        var commands: [Int] = []
        gate.swapCommands(into: &commands)
        let isReleasedLater = gate.releaseDriver()
        #expect(isReleasedLater)
        #expect(gate.driver == .nobody)
    }

    @Test mutating func handsOverToTheThread() {
        _ = gate.add(1, mayDrive: true)
        gate.handOver()
        #expect(gate.driver == .thread)
    }

    @Test mutating func queuesACommandForTheNextDriver() {
        let arrival = gate.queueForNextDriver(1)
        #expect(arrival == .queued)
        #expect(gate.driver == .nobody)
        _ = gate.add(2, mayDrive: true)
        var commands: [Int] = []
        gate.swapCommands(into: &commands)
        #expect(commands == [1, 2])
        _ = gate.fallAsleep()
        let laterArrival = gate.queueForNextDriver(3)
        #expect(laterArrival == .wakesDriver)
    }

    @Test mutating func aReaderDrivesWhenNobodyElseDoes() {
        let drives = gate.demand()
        #expect(drives)
        #expect(gate.driver == .caller)
    }

    /// Between the check and the stop, the driver would miss a reader that has just found nothing.
    @Test mutating func keepsTheDriverUntilItHasCheckedForReaders() {
        _ = gate.add(1, mayDrive: false)
        var commands: [Int] = []
        gate.swapCommands(into: &commands)
        let drives = gate.demand()
        #expect(!drives)
        let isReleased = gate.releaseDriver()
        #expect(!isReleased)
        let sleeps = gate.fallAsleep()
        #expect(!sleeps)
        gate.swapCommands(into: &commands)
        #expect(commands.isEmpty)
        let isReleasedLater = gate.releaseDriver()
        #expect(isReleasedLater)
    }

    @Test mutating func refusesAfterTheEnd() {
        _ = gate.add(1, mayDrive: false)
        let late = gate.close()
        #expect(late == [1])
        let arrival = gate.add(2, mayDrive: true)
        #expect(arrival == .refused)
        let leaving = gate.queueForNextDriver(3)
        #expect(leaving == .refused)
        let drives = gate.demand()
        #expect(!drives)
    }
}
