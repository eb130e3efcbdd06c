#define _GNU_SOURCE
#include "CLanguage.h"

#include <string.h>
#include <unicode/ucol.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/utf16.h>

_Static_assert(
    RUBI_UNASSIGNED == (int)U_UNASSIGNED && RUBI_NON_SPACING_MARK == (int)U_NON_SPACING_MARK && RUBI_ENCLOSING_MARK == (int)U_ENCLOSING_MARK
        && RUBI_COMBINING_SPACING_MARK == (int)U_COMBINING_SPACING_MARK && RUBI_LETTER_NUMBER == (int)U_LETTER_NUMBER
        && RUBI_OTHER_NUMBER == (int)U_OTHER_NUMBER && RUBI_CONTROL_CHAR == (int)U_CONTROL_CHAR && RUBI_FORMAT_CHAR == (int)U_FORMAT_CHAR
        && RUBI_PRIVATE_USE_CHAR == (int)U_PRIVATE_USE_CHAR && RUBI_MATH_SYMBOL == (int)U_MATH_SYMBOL
        && RUBI_CURRENCY_SYMBOL == (int)U_CURRENCY_SYMBOL && RUBI_MODIFIER_SYMBOL == (int)U_MODIFIER_SYMBOL
        && RUBI_OTHER_SYMBOL == (int)U_OTHER_SYMBOL,
    "categories are ICU's");

const char *rubi_icu_version(void) {
    static char text[U_MAX_VERSION_STRING_LENGTH];
    UVersionInfo version;
    u_getVersion(version);
    u_versionToString(version, text);
    return text;
}

int rubi_is_turned(uint32_t scalar) { return u_getIntPropertyValue((UChar32)scalar, UCHAR_VERTICAL_ORIENTATION) == U_VO_ROTATED; }

int rubi_is_wide(uint32_t scalar) {
    int width = u_getIntPropertyValue((UChar32)scalar, UCHAR_EAST_ASIAN_WIDTH);
    return width == U_EA_WIDE || width == U_EA_FULLWIDTH;
}

int rubi_general_category(uint32_t scalar) { return u_charType((UChar32)scalar); }

static const UNormalizer2 *nfc(void) {
    UErrorCode status = U_ZERO_ERROR;
    return unorm2_getNFCInstance(&status);
}

int32_t rubi_is_settled_in_nfc(uint32_t scalar) {
    return u_getIntPropertyValue((UChar32)scalar, UCHAR_NFC_QUICK_CHECK) == UNORM_YES && u_getCombiningClass((UChar32)scalar) == 0;
}

int32_t rubi_begins_nfc_segment(uint32_t scalar) {
    const UNormalizer2 *normalizer = nfc();
    return normalizer != NULL && unorm2_hasBoundaryBefore(normalizer, (UChar32)scalar);
}

int32_t rubi_to_nfc(const uint32_t *scalars, int32_t count, uint32_t *out, int32_t capacity) {
    enum { limit = 64 };
    UChar units[2 * limit], composed[8 * limit];
    const UNormalizer2 *normalizer = nfc();
    if (normalizer == NULL || count > limit) return -1;
    int32_t length = 0;
    for (int32_t i = 0; i < count; i++) U16_APPEND_UNSAFE(units, length, scalars[i]);
    UErrorCode status = U_ZERO_ERROR;
    int32_t composedLength = unorm2_normalize(normalizer, units, length, composed, 8 * limit, &status);
    if (U_FAILURE(status)) return -1;
    int32_t written = 0;
    for (int32_t i = 0; i < composedLength;) {
        UChar32 scalar;
        U16_NEXT(composed, i, composedLength, scalar);
        if (written == capacity) return -1;
        out[written++] = (uint32_t)scalar;
    }
    return written;
}

const void *rubi_find(const void *bytes, size_t count, const void *needle, size_t needle_count) {
    return memmem(bytes, count, needle, needle_count);
}

void *rubi_collator_new(void) {
    UErrorCode status = U_ZERO_ERROR;
    UCollator *collator = ucol_open("ja", &status);
    if (U_FAILURE(status)) return NULL;
    ucol_setStrength(collator, UCOL_QUATERNARY);
    return collator;
}

void rubi_collator_free(void *collator) { ucol_close(collator); }

int32_t rubi_collation_key(const void *collator, const uint16_t *text, int32_t length, uint8_t *key, int32_t capacity) {
    return ucol_getSortKey(collator, (const UChar *)text, length, key, capacity);
}
