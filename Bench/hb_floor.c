/* The floor that rubi is measured against: raw hb_shape of a plain text, paragraph by paragraph, and nothing else.
 *
 *     hb_floor FONT TEXT [DIRECTION]
 *
 * One font, one buffer that is reused; direction ttb (or ltr), language ja, script as HarfBuzz guesses it. Prints one line:
 * CPU seconds of the shaping alone, characters, glyphs. */
#include <hb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static double cpu_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: hb_floor FONT TEXT [DIRECTION]\n");
        return 2;
    }
    hb_blob_t *file = hb_blob_create_from_file_or_fail(argv[1]);
    hb_blob_t *text = hb_blob_create_from_file_or_fail(argv[2]);
    if (!file || !text) {
        fprintf(stderr, "hb_floor: %s cannot be read\n", file ? argv[2] : argv[1]);
        return 3;
    }
    hb_direction_t direction = hb_direction_from_string(argc > 3 ? argv[3] : "ttb", -1);
    hb_language_t language = hb_language_from_string("ja", -1);
    hb_face_t *face = hb_face_create(file, 0);
    hb_font_t *font = hb_font_create(face);
    hb_font_set_scale(font, 65536, 65536);
    hb_buffer_t *buffer = hb_buffer_create();

    unsigned int length;
    const char *start = hb_blob_get_data(text, &length), *end = start + length;
    unsigned long characters = 0, glyphs = 0;
    double before = cpu_seconds();
    while (start < end) {
        const char *stop = memchr(start, '\n', end - start);
        if (!stop) stop = end;
        if (stop > start) {
            hb_buffer_clear_contents(buffer);
            hb_buffer_add_utf8(buffer, start, stop - start, 0, stop - start);
            characters += hb_buffer_get_length(buffer);
            hb_buffer_set_direction(buffer, direction);
            hb_buffer_set_language(buffer, language);
            hb_buffer_guess_segment_properties(buffer);
            hb_shape(font, buffer, NULL, 0);
            glyphs += hb_buffer_get_length(buffer);
        }
        start = stop + 1;
    }
    printf("%.6f %lu %lu\n", cpu_seconds() - before, characters, glyphs);
    return 0;
}
