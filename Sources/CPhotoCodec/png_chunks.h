#ifndef PHOTO_PNG_CHUNKS_H
#define PHOTO_PNG_CHUNKS_H

#include "exif.h"

// What the chunks of a PNG say, read before the picture is: its EXIF may stand behind it.
struct png_chunks {
  uint32_t width;
  uint32_t height;
  struct exif exif;
};

/// Walks the chunks to the last. PHOTO_TRUNCATED where they end early.
enum photo_verdict png_chunks_read(const uint8_t *bytes, size_t count, struct png_chunks *chunks);

#endif
