#ifndef PHOTO_IMAGE_H
#define PHOTO_IMAGE_H

#include "CPhotoCodec.h"

// An upright 8-bit sRGB picture: rows of red, green, blue without padding.
struct image {
  uint8_t *pixels;
  uint32_t width;
  uint32_t height;
};

/// Whether a picture of this size may be read at all. Asked before anything is allocated for it.
enum photo_verdict image_bound(uint64_t width, uint64_t height);

/// Allocates; the size must have passed image_bound.
enum photo_verdict image_create(struct image *image, uint32_t width, uint32_t height);

void image_destroy(struct image *image);

/// The first byte of a row.
uint8_t *image_row(const struct image *image, uint32_t y);

#endif
