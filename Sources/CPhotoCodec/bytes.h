#ifndef PHOTO_BYTES_H
#define PHOTO_BYTES_H

#include <stdint.h>

/// A big-endian number, as PNG and HEIF write them.
static inline uint32_t big_endian_32(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

#endif
