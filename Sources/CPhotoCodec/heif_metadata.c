#include "heif_metadata.h"

#include "bytes.h"
#include "exif.h"

#include <stdlib.h>
#include <string.h>

/// More items than this are not looked at, nor larger ones: they are metadata in any case.
enum { item_limit = 64, item_size_limit = 4000000 };

static uint32_t metadata_in(const char *type, const uint8_t *bytes, size_t count) {
  uint32_t metadata = PHOTO_OTHER_METADATA;
  if (strcmp(type, "Exif") == 0) {
    // In front stands how many bytes to skip to the TIFF header.
    if (count < 4) return metadata;
    size_t skipped = big_endian_32(bytes);
    if (skipped <= count - 4) metadata |= exif_read(bytes + 4 + skipped, count - 4 - skipped).metadata;
  } else if (xmp_has_location(bytes, count)) {
    metadata |= PHOTO_LOCATION;
  }
  return metadata;
}

enum photo_verdict heif_metadata_read(const struct heif_image_handle *handle, uint32_t *metadata) {
  heif_item_id items[item_limit];
  int count = heif_image_handle_get_list_of_metadata_block_IDs(handle, NULL, items, item_limit);
  for (int i = 0; i < count; i++) {
    *metadata |= PHOTO_OTHER_METADATA;
    size_t size = heif_image_handle_get_metadata_size(handle, items[i]);
    if (size == 0 || size > item_size_limit) continue;
    uint8_t *bytes = malloc(size);
    if (bytes == NULL) return PHOTO_OUT_OF_MEMORY;
    struct heif_error error = heif_image_handle_get_metadata(handle, items[i], bytes);
    if (error.code == heif_error_Ok) {
      *metadata |= metadata_in(heif_image_handle_get_metadata_type(handle, items[i]), bytes, size);
    }
    free(bytes);
    if (error.code != heif_error_Ok) return PHOTO_DAMAGED;
  }
  return PHOTO_OK;
}
