// RubiOutput
