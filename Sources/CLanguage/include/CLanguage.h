// ICU, MeCab and iconv for Swift: their headers and the shims that Swift cannot write itself. ICU's own headers stay in the C file: its functions carry
// its version in their names, which Swift cannot see, and its types clash with those of the ICU inside Foundation, which tests import.
#ifndef CLANGUAGE_H
#define CLANGUAGE_H
#include <iconv.h>
#include <mecab.h>
#include <stdint.h>

// General categories, with the values of UCharCategory.
typedef enum {
    RUBI_UNASSIGNED = 0,
    RUBI_NON_SPACING_MARK = 6,
    RUBI_ENCLOSING_MARK = 7,
    RUBI_COMBINING_SPACING_MARK = 8,
    RUBI_LETTER_NUMBER = 10,
    RUBI_OTHER_NUMBER = 11,
    RUBI_CONTROL_CHAR = 15,
    RUBI_FORMAT_CHAR = 16,
    RUBI_PRIVATE_USE_CHAR = 17,
    RUBI_MATH_SYMBOL = 24,
    RUBI_CURRENCY_SYMBOL = 25,
    RUBI_MODIFIER_SYMBOL = 26,
    RUBI_OTHER_SYMBOL = 27,
} RubiCategory;

// Character properties that line composition asks for.
int rubi_is_turned(uint32_t scalar);        // UAX #50: R
int rubi_is_wide(uint32_t scalar);          // UAX #11: W and F
int rubi_general_category(uint32_t scalar); // RubiCategory, or another value of UCharCategory
#endif
