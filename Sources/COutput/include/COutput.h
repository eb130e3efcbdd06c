// libdeflate, libpng and libjpeg for Swift: their headers and the shims that Swift cannot write itself.
#ifndef COUTPUT_H
#define COUTPUT_H
#include <libdeflate.h>
#include <png.h>
#include <stddef.h>
#include <stdint.h>

// Takes `size` bytes of an image as it is written; what it returns other than 0 ends the writing.
typedef int (*rubi_write)(void *context, const uint8_t *bytes, size_t size);

// Writes an image of 8 bits a channel, grey (1 channel) or RGB (3), as PNG, without anything that differs from run to run. `rows` are from top to bottom, one
// after another. Returns 0, what `write` returned, or -1 if libpng failed.
int rubi_png(uint32_t width, uint32_t height, int channels, uint32_t pixels_per_metre, const uint8_t *rows, rubi_write write, void *context);
// The pixels of a PNG or JPEG image, red, green, blue and opacity, 8 bits each, from top to bottom; to be given to free(). NULL for what cannot be read, or is
// larger than `limit` pixels.
uint8_t *rubi_png_pixels(const uint8_t *bytes, size_t size, size_t limit, uint32_t *width, uint32_t *height);
uint8_t *rubi_jpeg_pixels(const uint8_t *bytes, size_t size, size_t limit, uint32_t *width, uint32_t *height);

// The version of libjpeg: that of libjpeg-turbo, or of the interface where it is another's.
const char *rubi_jpeg_version(void);
#endif
