#include "COutput.h"
#include <setjmp.h>

struct target {
    rubi_write write;
    void *context;
    int result;
};

static void write_bytes(png_structp png, png_bytep bytes, png_size_t size) {
    struct target *target = png_get_io_ptr(png);
    target->result = target->write(target->context, bytes, size);
    if (target->result != 0) png_error(png, "write");
}

static void flush_nothing(png_structp png) { (void)png; }

static void fail(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

static void warn_nothing(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

int rubi_png(uint32_t width, uint32_t height, int channels, uint32_t pixels_per_metre, const uint8_t *rows, rubi_write write, void *context) {
    struct target target = {write, context, 0};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &target, fail, warn_nothing);
    if (!png) return -1;
    png_infop info = png_create_info_struct(png);
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return target.result != 0 ? target.result : -1;
    }
    png_set_write_fn(png, &target, write_bytes, flush_nothing);
    png_set_IHDR(png, info, width, height, 8, channels == 1 ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_set_pHYs(png, info, pixels_per_metre, pixels_per_metre, PNG_RESOLUTION_METER);
    // Pages are mostly empty: the rows as they are compress best, and fastest.
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_set_compression_level(png, 6);
    png_write_info(png, info);
    for (uint32_t row = 0; row < height; row++) png_write_row(png, rows + (size_t)row * width * (size_t)channels);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return 0;
}
