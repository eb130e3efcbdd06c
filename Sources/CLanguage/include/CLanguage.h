// ICU, MeCab and iconv for Swift: their headers and the shims that Swift cannot write itself.
#ifndef CLANGUAGE_H
#define CLANGUAGE_H
#include <iconv.h>
#include <mecab.h>
#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/unorm2.h>

// Character properties that line composition asks for; ICU's own names carry its version, which Swift cannot see.
int rubi_is_turned(uint32_t scalar);       // UAX #50: R
int rubi_east_asian_width(uint32_t scalar); // UEastAsianWidth
int rubi_general_category(uint32_t scalar); // UCharCategory
#endif
