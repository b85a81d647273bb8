#ifndef PHOTO_JPEG_ENCODE_H
#define PHOTO_JPEG_ENCODE_H

#include "image.h"

/// Writes a baseline JPEG into the space, without any metadata. `count` becomes its size in bytes, or 0 where it would
/// fill the space, which is PHOTO_OK too.
enum photo_verdict jpeg_encode(const struct image *image, int quality, uint8_t *space, size_t size, size_t *count);

#endif
