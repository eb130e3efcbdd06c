// HarfBuzz, FreeType and fontconfig for Swift: their headers and the shims that Swift cannot write itself.
#ifndef CSHAPING_H
#define CSHAPING_H
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_STROKER_H
#include <hb.h>
#include <hb-ft.h>
#include <hb-ot.h>
#include <hb-subset.h>
#endif
