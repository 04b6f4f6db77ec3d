// libgd's types, and the table of its functions that showing pictures calls. The library itself is opened at run time, in the process
// that decodes a picture. With it comes libjpeg, which reads large pictures row by row and scales them down.
#pragma once
#include <dlfcn.h>
#include <gd.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#if __has_include(<jpeglib.h>)
#include <jpeglib.h>
#endif

/// The functions of an opened libgd.
struct gd_library {
    __typeof__(&gdImageCreateFromPngPtr) from_png;
    __typeof__(&gdImageCreateFromJpegPtr) from_jpeg;
    __typeof__(&gdImageCreateFromGifPtr) from_gif;
    __typeof__(&gdImageCreateFromWebpPtr) from_webp;
    __typeof__(&gdImageCreateTrueColor) create;
    __typeof__(&gdImageAlphaBlending) alpha_blending;
    __typeof__(&gdImageCopyResampled) copy_resampled;
    __typeof__(&gdImageGetTrueColorPixel) pixel;
    void *handle;
};

/// Opens the shared library at `path` and fills in the table. Gives NULL, or what is missing in the loader's words.
static inline const char *gd_open(struct gd_library *library, const char *path) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return dlerror();
#define GD_LOAD(field, symbol) \
    library->field = (__typeof__(library->field))dlsym(handle, #symbol); \
    if (!library->field) return dlerror();
    GD_LOAD(from_png, gdImageCreateFromPngPtr)
    GD_LOAD(from_jpeg, gdImageCreateFromJpegPtr)
    GD_LOAD(from_gif, gdImageCreateFromGifPtr)
    GD_LOAD(from_webp, gdImageCreateFromWebpPtr)
    GD_LOAD(create, gdImageCreateTrueColor)
    GD_LOAD(alpha_blending, gdImageAlphaBlending)
    GD_LOAD(copy_resampled, gdImageCopyResampled)
    GD_LOAD(pixel, gdImageGetTrueColorPixel)
#undef GD_LOAD
    library->handle = handle;
    return 0;
}

/// The size of a picture.
static inline int gd_width(gdImagePtr image) { return image->sx; }
static inline int gd_height(gdImagePtr image) { return image->sy; }

#ifdef JPEG_LIB_VERSION
/// Errors of libjpeg, which must not return to it.
struct gd_jpeg_errors {
    struct jpeg_error_mgr base;
    jmp_buf escape;
};

static inline void gd_jpeg_escape(j_common_ptr info) { longjmp(((struct gd_jpeg_errors *)info->err)->escape, 1); }
static inline void gd_jpeg_be_silent(j_common_ptr info) { (void)info; }

/// Converts a row of inks, which Adobe's programs store inverted, to RGB.
static inline void gd_jpeg_mix(unsigned char *row, int width, int is_inverted) {
    int flip = is_inverted ? 0 : 255;
    for (int x = 0; x < width; x++) {
        int black = row[x * 4 + 3] ^ flip;
        for (int ink = 0; ink < 3; ink++) row[x * 3 + ink] = (unsigned char)((row[x * 4 + ink] ^ flip) * black / 255);
    }
}

/// Adds the average of the pixels of a row of RGB in each column of the result to `sums`, where they have three values.
static inline void gd_jpeg_add(const unsigned char *row, long width, long *sums, long columns) {
    for (long column = 0; column < columns; column++) {
        long start = column * width / columns, end = (column + 1) * width / columns;
        for (int color = 0; color < 3; color++) {
            long sum = 0;
            for (long x = start; x < end; x++) sum += row[x * 3 + color];
            sums[column * 3 + color] += sum / (end - start);
        }
    }
}

/// Writes the averages of some rows in RGBA, whose last byte is left as it is, and begins again.
static inline void gd_jpeg_put(long *sums, long row_count, unsigned char *pixels, long columns) {
    for (long value = 0; value < columns * 3; value++) {
        pixels[value / 3 * 4 + value % 3] = (unsigned char)(sums[value] / row_count);
        sums[value] = 0;
    }
}
#endif

/// Reads a JPEG row by row into `pixels` of a smaller size in RGBA, whose opacity it leaves. libjpeg scales it down by a power of two first.
/// Gives 0 if it is invalid, or if libgd does not stand on the libjpeg of the header.
static inline int gd_read_jpeg(
    const struct gd_library *library, const unsigned char *bytes, size_t count, int columns, int rows, unsigned char *pixels) {
#ifdef JPEG_LIB_VERSION
#define GD_FIND(symbol) \
    __typeof__(&symbol) find_##symbol = (__typeof__(&symbol))dlsym(library->handle, #symbol); \
    if (!find_##symbol) return 0
    GD_FIND(jpeg_std_error);
    GD_FIND(jpeg_CreateDecompress);
    GD_FIND(jpeg_mem_src);
    GD_FIND(jpeg_read_header);
    GD_FIND(jpeg_start_decompress);
    GD_FIND(jpeg_read_scanlines);
    GD_FIND(jpeg_destroy_decompress);
#undef GD_FIND
    struct jpeg_decompress_struct info = {0};
    struct gd_jpeg_errors errors;
    info.err = find_jpeg_std_error(&errors.base);
    errors.base.error_exit = gd_jpeg_escape;
    errors.base.output_message = gd_jpeg_be_silent;
    if (setjmp(errors.escape)) {
        if (info.mem) find_jpeg_destroy_decompress(&info);
        return 0;
    }
    find_jpeg_CreateDecompress(&info, JPEG_LIB_VERSION, sizeof(info));
    find_jpeg_mem_src(&info, (unsigned char *)bytes, count);
    find_jpeg_read_header(&info, TRUE);
    int is_ink = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
    info.out_color_space = is_ink ? JCS_CMYK : JCS_RGB;
    info.scale_num = 1;
    info.scale_denom = 8;
    while (info.scale_denom > 1
           && (info.image_width / info.scale_denom < (JDIMENSION)columns || info.image_height / info.scale_denom < (JDIMENSION)rows))
        info.scale_denom /= 2;
    info.do_fancy_upsampling = FALSE;
    find_jpeg_start_decompress(&info);
    long width = info.output_width, height = info.output_height, row_count = 0;
    JSAMPARRAY row = info.mem->alloc_sarray((j_common_ptr)&info, JPOOL_IMAGE, info.output_width * (is_ink ? 4 : 3), 1);
    long *sums = info.mem->alloc_large((j_common_ptr)&info, JPOOL_IMAGE, (size_t)columns * 3 * sizeof(long));
    for (int value = 0; value < columns * 3; value++) sums[value] = 0;
    for (long y = 0; y < height && width >= columns && height >= rows; y++) {
        if (find_jpeg_read_scanlines(&info, row, 1) != 1) break;
        if (is_ink) gd_jpeg_mix(row[0], (int)width, info.saw_Adobe_marker);
        gd_jpeg_add(row[0], width, sums, columns);
        row_count++;
        long target = y * rows / height;
        if ((y + 1) * rows / height == target) continue;
        gd_jpeg_put(sums, row_count, pixels + target * columns * 4, columns);
        row_count = 0;
    }
    int is_whole = info.output_scanline == info.output_height;
    find_jpeg_destroy_decompress(&info);
    return is_whole;
#else
    return 0;
#endif
}
