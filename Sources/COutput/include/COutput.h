// zlib and libpng for Swift: their headers and the shims that Swift cannot write itself.
#ifndef COUTPUT_H
#define COUTPUT_H
#include <png.h>
#include <zlib.h>
#endif
