// ICU, MeCab and iconv for Swift: their headers and the shims that Swift cannot write itself.
#ifndef CLANGUAGE_H
#define CLANGUAGE_H
#include <iconv.h>
#include <mecab.h>
#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/unorm2.h>
#endif
