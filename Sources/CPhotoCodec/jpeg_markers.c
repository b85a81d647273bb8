#include "jpeg_markers.h"

#include <string.h>

static const char exif_name[] = "Exif\0";
static const char xmp_name[] = "http://ns.adobe.com/xap/1.0/";
static const char icc_name[] = "ICC_PROFILE";

void jpeg_markers_keep(j_decompress_ptr jpeg) {
  // All but the first, JFIF, and the fourteenth, Adobe: these say how the picture is coded, and the library reads them.
  for (int number = 1; number < 16; number++) {
    if (number != 14) jpeg_save_markers(jpeg, JPEG_APP0 + number, 0xFFFF);
  }
  jpeg_save_markers(jpeg, JPEG_COM, 0xFFFF);
}

static int has_name(const struct jpeg_marker_struct *marker, const char *name, size_t size) {
  return marker->data_length >= size && memcmp(marker->data, name, size) == 0;
}

struct exif jpeg_markers_read(j_decompress_ptr jpeg) {
  struct exif found = {.orientation = 1, .metadata = 0};
  int has_exif = 0;
  for (jpeg_saved_marker_ptr marker = jpeg->marker_list; marker != NULL; marker = marker->next) {
    // A profile is not dropped but applied.
    if (marker->marker == JPEG_APP0 + 2 && has_name(marker, icc_name, sizeof icc_name)) continue;
    found.metadata |= PHOTO_OTHER_METADATA;
    if (marker->marker != JPEG_APP0 + 1) continue;
    if (has_name(marker, exif_name, sizeof exif_name)) {
      struct exif exif = exif_read(marker->data + sizeof exif_name, marker->data_length - sizeof exif_name);
      // The first one counts for the orientation, as in other readers.
      if (!has_exif) found.orientation = exif.orientation;
      has_exif = 1;
      found.metadata |= exif.metadata;
    } else if (has_name(marker, xmp_name, sizeof xmp_name) && xmp_has_location(marker->data, marker->data_length)) {
      found.metadata |= PHOTO_LOCATION;
    }
  }
  return found;
}
