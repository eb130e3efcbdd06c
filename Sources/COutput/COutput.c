#include "COutput.h"
#include <stdio.h>
#include <jpeglib.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

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

uint8_t *rubi_png_pixels(const uint8_t *bytes, size_t size, size_t limit, uint32_t *width, uint32_t *height) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_memory(&image, bytes, size)) return NULL;
    image.format = PNG_FORMAT_RGBA;
    uint8_t *pixels = (size_t)image.width * image.height <= limit ? malloc(PNG_IMAGE_SIZE(image)) : NULL;
    if (!pixels || !png_image_finish_read(&image, NULL, pixels, 0, NULL)) {
        png_image_free(&image);
        free(pixels);
        return NULL;
    }
    *width = image.width;
    *height = image.height;
    return pixels;
}

struct jpeg_failure {
    struct jpeg_error_mgr manager;
    jmp_buf place;
};

static void jpeg_fail(j_common_ptr info) { longjmp(((struct jpeg_failure *)info->err)->place, 1); }

static void jpeg_say_nothing(j_common_ptr info) { (void)info; }

// Cyan, magenta, yellow and black to red, green, blue and opacity. Adobe's files hold what is left of the light, others how much ink there is.
static void mix_inks(uint8_t *pixel, size_t count, int is_light) {
    for (; count > 0; count--, pixel += 4) {
        int black = is_light ? pixel[3] : 255 - pixel[3];
        for (int ink = 0; ink < 3; ink++) pixel[ink] = (uint8_t)((is_light ? pixel[ink] : 255 - pixel[ink]) * black / 255);
        pixel[3] = 255;
    }
}

uint8_t *rubi_jpeg_pixels(const uint8_t *bytes, size_t size, size_t limit, uint32_t *width, uint32_t *height) {
    struct jpeg_decompress_struct info;
    struct jpeg_failure failure;
    uint8_t *volatile pixels = NULL;
    info.err = jpeg_std_error(&failure.manager);
    failure.manager.error_exit = jpeg_fail;
    failure.manager.output_message = jpeg_say_nothing;
    if (setjmp(failure.place)) {
        jpeg_destroy_decompress(&info);
        free(pixels);
        return NULL;
    }
    jpeg_create_decompress(&info);
    jpeg_mem_src(&info, bytes, size);
    jpeg_read_header(&info, TRUE);
    if ((size_t)info.image_width * info.image_height <= limit) {
        // libjpeg makes no red, green and blue of four inks.
        int has_inks = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
        info.out_color_space = has_inks ? JCS_CMYK : JCS_EXT_RGBA;
        jpeg_start_decompress(&info);
        size_t row = (size_t)info.output_width * 4;
        pixels = malloc(row * info.output_height);
        while (pixels && info.output_scanline < info.output_height) {
            JSAMPROW line = pixels + row * info.output_scanline;
            jpeg_read_scanlines(&info, &line, 1);
            if (has_inks) mix_inks(line, info.output_width, info.saw_Adobe_marker);
        }
        *width = info.output_width;
        *height = info.output_height;
    }
    jpeg_destroy_decompress(&info);
    return pixels;
}

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)

const char *rubi_jpeg_version(void) {
#ifdef LIBJPEG_TURBO_VERSION
    return TEXT(LIBJPEG_TURBO_VERSION);
#else
    return TEXT(JPEG_LIB_VERSION);
#endif
}
