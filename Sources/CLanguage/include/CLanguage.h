// ICU, MeCab and iconv for Swift: their headers and the shims that Swift cannot write itself. ICU's own headers stay in the C file: its functions carry
// its version in their names, which Swift cannot see, and its types clash with those of the ICU inside Foundation, which tests import.
#ifndef CLANGUAGE_H
#define CLANGUAGE_H
#include <iconv.h>
#include <mecab.h>
#include <stddef.h>
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

// Whether NFC leaves the scalar as it is whatever stands around it: it is in NFC, never composes with what precedes, and is a starter.
int32_t rubi_is_settled_in_nfc(uint32_t scalar);

// Whether a scalar begins a segment that NFC treats by itself.
int32_t rubi_begins_nfc_segment(uint32_t scalar);

// Brings `count` scalars to NFC in `out`, which holds `capacity`. Returns their number, or -1 where there is no room or ICU fails.
// Not for more than 64 scalars at once.
int32_t rubi_to_nfc(const uint32_t *scalars, int32_t count, uint32_t *out, int32_t capacity);

// Where `needle` first stands in `bytes`, or NULL: `memmem`, which Swift does not see.
const void *rubi_find(const void *bytes, size_t count, const void *needle, size_t needle_count);

// MeCab with its dictionaries. The library is loaded when it is first wanted, so that nothing else pays for it, or needs it.
typedef struct RubiMecab RubiMecab;

// Takes options as the `mecab` command does. NULL where that fails; `error` then holds why, cut to `capacity` bytes.
RubiMecab *rubi_mecab_open(int count, char *const *options, char *error, size_t capacity);
void rubi_mecab_close(RubiMecab *mecab);

// The first of the dictionaries in use; the others are linked from it.
const mecab_dictionary_info_t *rubi_mecab_dictionaries(const RubiMecab *mecab);

// What one thread analyses with.
typedef struct RubiAnalyzer RubiAnalyzer;
RubiAnalyzer *rubi_analyzer_new(RubiMecab *mecab);
void rubi_analyzer_free(RubiAnalyzer *analyzer);

// Analyses a sentence, which must stay until the next call; returns its first node, or NULL. With a
// `cost_factor` that is not 0 the probabilities of nodes are found too, costs being their logarithms times it.
const mecab_node_t *rubi_analyze(RubiAnalyzer *analyzer, const char *sentence, size_t length, int cost_factor);

// All words that begin at a byte of the sentence analysed last, linked by `bnext`.
const mecab_node_t *rubi_analyzer_words_at(RubiAnalyzer *analyzer, size_t position);

// The order of Japanese (gojūon): ICU's collation for `ja`, which is JIS X 4061's, to the level that puts hiragana before katakana. NULL where ICU lacks its data.
void *rubi_collator_new(void);
void rubi_collator_free(void *collator);

// Writes the key by which bytes compare as text does in that order; returns its length, which may be more than `capacity`. May be called from many threads.
int32_t rubi_collation_key(const void *collator, const uint16_t *text, int32_t length, uint8_t *key, int32_t capacity);

// The versions of ICU, and of MeCab (NULL where it cannot be loaded). The first is valid until the next call.
const char *rubi_icu_version(void);
const char *rubi_mecab_version(void);
#endif
