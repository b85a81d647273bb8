#ifndef PHOTO_HEIF_BOXES_H
#define PHOTO_HEIF_BOXES_H

#include "CPhotoCodec.h"

/// Whether the file type box, which comes first, has a brand of HEIC, HEIF or AVIF.
int heif_boxes_has_known_brand(const uint8_t *bytes, size_t count);

/// Whether a box that the picture needs reaches beyond the end.
int heif_boxes_are_cut(const uint8_t *bytes, size_t count);

#endif
