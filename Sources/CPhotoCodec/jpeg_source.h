#ifndef PHOTO_JPEG_SOURCE_H
#define PHOTO_JPEG_SOURCE_H

#include "jpeg_failure.h"

/// Lets libjpeg read from memory. Reading beyond the end fails with PHOTO_TRUNCATED, where the library's own source
/// would make up an end-of-image marker.
void jpeg_source_open(j_decompress_ptr jpeg, struct jpeg_source_mgr *source, const uint8_t *bytes, size_t count);

#endif
