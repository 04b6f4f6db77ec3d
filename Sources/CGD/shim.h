// libgd's types, and the table of its functions that showing pictures calls. The library itself is opened at run time, in the process
// that decodes a picture.
#pragma once
#include <dlfcn.h>
#include <gd.h>

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
    return 0;
}

/// The size of a picture.
static inline int gd_width(gdImagePtr image) { return image->sx; }
static inline int gd_height(gdImagePtr image) { return image->sy; }
