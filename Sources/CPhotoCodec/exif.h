#ifndef PHOTO_EXIF_H
#define PHOTO_EXIF_H

#include "CPhotoCodec.h"

// What is of interest in EXIF and XMP: which way is up, and whether they tell where the photo was taken.

struct exif {
  /// 1 to 8; 1 where the EXIF says nothing that can be read.
  unsigned orientation;
  /// PHOTO_LOCATION and PHOTO_OTHER_METADATA.
  uint32_t metadata;
};

/// Reads EXIF from its TIFF header on. Damage in it is never an error: a photo can be seen without.
struct exif exif_read(const uint8_t *bytes, size_t count);

/// Whether a packet of XMP has a property that says where the photo was taken.
int xmp_has_location(const uint8_t *bytes, size_t count);

#endif
