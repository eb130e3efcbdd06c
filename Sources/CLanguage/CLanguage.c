#include "CLanguage.h"

int rubi_is_turned(uint32_t scalar) { return u_getIntPropertyValue((UChar32)scalar, UCHAR_VERTICAL_ORIENTATION) == U_VO_ROTATED; }

int rubi_east_asian_width(uint32_t scalar) { return u_getIntPropertyValue((UChar32)scalar, UCHAR_EAST_ASIAN_WIDTH); }

int rubi_general_category(uint32_t scalar) { return u_charType((UChar32)scalar); }
