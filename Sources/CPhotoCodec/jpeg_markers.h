#ifndef PHOTO_JPEG_MARKERS_H
#define PHOTO_JPEG_MARKERS_H

#include "exif.h"
#include "jpeg_failure.h"

/// Asks libjpeg to keep the markers that the next function looks at. Before jpeg_read_header.
void jpeg_markers_keep(j_decompress_ptr jpeg);

/// What the kept markers say: orientation and metadata. After jpeg_read_header.
struct exif jpeg_markers_read(j_decompress_ptr jpeg);

#endif
