#pragma once
#include <stddef.h>
#include <stdint.h>

/// libFuzzer's driver: calls `target` with input after input, as its arguments say.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*target)(const uint8_t *bytes, size_t count));
