import Testing
@testable import RubiText
@Test func placeholder() {}
