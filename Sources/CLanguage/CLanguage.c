#include "CLanguage.h"

#include <unicode/uchar.h>

_Static_assert(
    RUBI_UNASSIGNED == (int)U_UNASSIGNED && RUBI_NON_SPACING_MARK == (int)U_NON_SPACING_MARK && RUBI_ENCLOSING_MARK == (int)U_ENCLOSING_MARK
        && RUBI_COMBINING_SPACING_MARK == (int)U_COMBINING_SPACING_MARK && RUBI_LETTER_NUMBER == (int)U_LETTER_NUMBER
        && RUBI_OTHER_NUMBER == (int)U_OTHER_NUMBER && RUBI_CONTROL_CHAR == (int)U_CONTROL_CHAR && RUBI_FORMAT_CHAR == (int)U_FORMAT_CHAR
        && RUBI_PRIVATE_USE_CHAR == (int)U_PRIVATE_USE_CHAR && RUBI_MATH_SYMBOL == (int)U_MATH_SYMBOL
        && RUBI_CURRENCY_SYMBOL == (int)U_CURRENCY_SYMBOL && RUBI_MODIFIER_SYMBOL == (int)U_MODIFIER_SYMBOL
        && RUBI_OTHER_SYMBOL == (int)U_OTHER_SYMBOL,
    "categories are ICU's");

int rubi_is_turned(uint32_t scalar) { return u_getIntPropertyValue((UChar32)scalar, UCHAR_VERTICAL_ORIENTATION) == U_VO_ROTATED; }

int rubi_is_wide(uint32_t scalar) {
    int width = u_getIntPropertyValue((UChar32)scalar, UCHAR_EAST_ASIAN_WIDTH);
    return width == U_EA_WIDE || width == U_EA_FULLWIDTH;
}

int rubi_general_category(uint32_t scalar) { return u_charType((UChar32)scalar); }
