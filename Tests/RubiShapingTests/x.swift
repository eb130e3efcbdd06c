import Testing
@testable import RubiShaping
@Test func placeholder() {}
