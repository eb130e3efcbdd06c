import Testing
@testable import RubiLayout
@Test func placeholder() {}
