#ifndef PHOTO_HEIF_METADATA_H
#define PHOTO_HEIF_METADATA_H

#include "CPhotoCodec.h"

#include <libheif/heif.h>

/// Finds out what metadata the picture has. An EXIF orientation is of no interest: the file has its own way to turn a
/// picture, which libheif follows.
enum photo_verdict heif_metadata_read(const struct heif_image_handle *handle, uint32_t *metadata);

#endif
