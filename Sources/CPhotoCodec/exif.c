// For memmem.
#define _GNU_SOURCE
#include "exif.h"

#include <string.h>

enum {
  tag_orientation = 0x0112,
  tag_gps_directory = 0x8825,
  tag_gps_version = 0x0000,
  type_short = 3,
  type_long = 4,
  entry_size = 12,
};

struct tiff {
  const uint8_t *bytes;
  size_t count;
  int is_little_endian;
};

/// A number of `size` bytes, at most four; 0 beyond the end.
static uint32_t number_at(const struct tiff *tiff, size_t offset, unsigned size) {
  if (offset > tiff->count || tiff->count - offset < size) return 0;
  uint32_t value = 0;
  for (unsigned i = 0; i < size; i++) {
    value = value << 8 | tiff->bytes[offset + (tiff->is_little_endian ? size - 1 - i : i)];
  }
  return value;
}

/// How many entries of the directory lie within the bytes.
static size_t entry_count(const struct tiff *tiff, size_t directory) {
  if (directory < 8 || directory > tiff->count || tiff->count - directory < 2) return 0;
  size_t declared = number_at(tiff, directory, 2), present = (tiff->count - directory - 2) / entry_size;
  return declared < present ? declared : present;
}

/// Whether the GPS directory says more than which version of GPS tags it is of.
static int has_location(const struct tiff *tiff, size_t directory) {
  size_t count = entry_count(tiff, directory);
  for (size_t i = 0; i < count; i++) {
    if (number_at(tiff, directory + 2 + i * entry_size, 2) != tag_gps_version) return 1;
  }
  return 0;
}

struct exif exif_read(const uint8_t *bytes, size_t count) {
  struct exif exif = {.orientation = 1, .metadata = PHOTO_OTHER_METADATA};
  if (count < 8 || (memcmp(bytes, "II*\0", 4) != 0 && memcmp(bytes, "MM\0*", 4) != 0)) return exif;
  struct tiff tiff = {bytes, count, bytes[0] == 'I'};
  size_t directory = number_at(&tiff, 4, 4), entries = entry_count(&tiff, directory);
  for (size_t i = 0; i < entries; i++) {
    size_t entry = directory + 2 + i * entry_size;
    uint32_t tag = number_at(&tiff, entry, 2), type = number_at(&tiff, entry + 2, 2);
    if (tag == tag_orientation && (type == type_short || type == type_long)) {
      uint32_t value = number_at(&tiff, entry + 8, type == type_short ? 2 : 4);
      if (value >= 1 && value <= 8) exif.orientation = value;
    }
    if (tag == tag_gps_directory && has_location(&tiff, number_at(&tiff, entry + 8, 4))) {
      exif.metadata |= PHOTO_LOCATION;
    }
  }
  return exif;
}

int xmp_has_location(const uint8_t *bytes, size_t count) {
  static const char *const names[] = {"exif:GPS", "photoshop:City", "Iptc4xmpCore:Location", "Iptc4xmpExt:Location"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (memmem(bytes, count, names[i], strlen(names[i])) != NULL) return 1;
  }
  return 0;
}
