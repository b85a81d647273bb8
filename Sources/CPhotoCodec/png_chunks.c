#include "png_chunks.h"

#include "bytes.h"

#include <string.h>

/// The signature in front, and around the content of each chunk its length, type and checksum.
enum { signature_size = 8, chunk_frame_size = 12, header_size = 13 };

static int is_one_of(const uint8_t *type, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (memcmp(type, names[i], 4) == 0) return 1;
  }
  return 0;
}

static void read_metadata(const uint8_t *type, const uint8_t *content, size_t length, struct png_chunks *chunks) {
  static const char *const others[] = {"tEXt", "zTXt", "iTXt", "tIME"};
  if (memcmp(type, "eXIf", 4) == 0) {
    uint32_t metadata = chunks->exif.metadata;
    chunks->exif = exif_read(content, length);
    chunks->exif.metadata |= metadata;
  } else if (is_one_of(type, others, sizeof others / sizeof *others)) {
    chunks->exif.metadata |= PHOTO_OTHER_METADATA;
    if (xmp_has_location(content, length)) chunks->exif.metadata |= PHOTO_LOCATION;
  }
}

enum photo_verdict png_chunks_read(const uint8_t *bytes, size_t count, struct png_chunks *chunks) {
  *chunks = (struct png_chunks){.exif = {.orientation = 1}};
  size_t offset = signature_size;
  for (;;) {
    if (offset > count || count - offset < chunk_frame_size) return PHOTO_TRUNCATED;
    size_t length = big_endian_32(bytes + offset);
    const uint8_t *type = bytes + offset + 4, *content = type + 4;
    if (length > count - offset - chunk_frame_size) return PHOTO_TRUNCATED;
    if (offset == signature_size) {
      if (memcmp(type, "IHDR", 4) != 0 || length != header_size) return PHOTO_DAMAGED;
      chunks->width = big_endian_32(content);
      chunks->height = big_endian_32(content + 4);
    }
    read_metadata(type, content, length, chunks);
    if (memcmp(type, "IEND", 4) == 0) return PHOTO_OK;
    offset += length + chunk_frame_size;
  }
}
