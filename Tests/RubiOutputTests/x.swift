import Testing
@testable import RubiOutput
@Test func placeholder() {}
