#ifndef PHOTO_DECODE_H
#define PHOTO_DECODE_H

#include "image.h"

// One function per kind. The image must be empty before, and is upright sRGB after; it is left empty unless the verdict
// is PHOTO_OK. `metadata` receives bits of enum photo_metadata.

/// With a `shortest_side`, the JPEG is decoded as small as it comes cheaply while no side falls below that; 0 decodes it
/// at its full size.
enum photo_verdict decode_jpeg(
  const uint8_t *bytes, size_t count, uint32_t shortest_side, struct image *image, uint32_t *metadata);

enum photo_verdict decode_png(const uint8_t *bytes, size_t count, struct image *image, uint32_t *metadata);

/// HEIC, HEIF and AVIF.
enum photo_verdict decode_heif(const uint8_t *bytes, size_t count, struct image *image, uint32_t *metadata);

#endif
