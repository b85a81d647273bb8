#include "heif_boxes.h"

#include "bytes.h"

#include <string.h>

// A box begins with its size in four bytes and its type in four. A size of 1 says that the size follows in eight bytes,
// and 0 that the box reaches to the end.

static int is_known_brand(const uint8_t *brand) {
  static const char *const brands[] = {"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "mif2", "avif"};
  for (size_t i = 0; i < sizeof brands / sizeof *brands; i++) {
    if (memcmp(brand, brands[i], 4) == 0) return 1;
  }
  return 0;
}

int heif_boxes_has_known_brand(const uint8_t *bytes, size_t count) {
  if (count < 12 || memcmp(bytes + 4, "ftyp", 4) != 0) return 0;
  size_t end = big_endian_32(bytes);
  if (end > count) end = count;
  // The main brand, its version, and the brands it is compatible with.
  if (is_known_brand(bytes + 8)) return 1;
  for (size_t offset = 16; offset + 4 <= end; offset += 4) {
    if (is_known_brand(bytes + offset)) return 1;
  }
  return 0;
}

int heif_boxes_are_cut(const uint8_t *bytes, size_t count) {
  size_t offset = 0;
  while (count - offset >= 8) {
    const uint8_t *box = bytes + offset;
    uint64_t size = big_endian_32(box);
    if (size == 0) return 0;
    if (size == 1) {
      if (count - offset < 16) return 1;
      size = (uint64_t)big_endian_32(box + 8) << 32 | big_endian_32(box + 12);
    }
    // What some phones append is no box; it is theirs, and is not needed.
    if (size > count - offset) return memcmp(box + 4, "mdat", 4) == 0 || memcmp(box + 4, "meta", 4) == 0;
    if (size < 8) return 0;
    offset += (size_t)size;
  }
  return 0;
}
