#include "CPhotoCodec.h"

#include "decode.h"
#include "heif_boxes.h"
#include "jpeg_encode.h"
#include "scale.h"

#include <stdlib.h>
#include <string.h>

enum { first_quality = 70, quality_step = 10, last_quality = 10, thumbnail_quality = 80 };

static int is_jpeg(const uint8_t *bytes, size_t count) { return count >= 3 && memcmp(bytes, "\xFF\xD8\xFF", 3) == 0; }

static int is_png(const uint8_t *bytes, size_t count) {
  return count >= 8 && memcmp(bytes, "\x89PNG\r\n\x1A\n", 8) == 0;
}

/// The kind is what the first bytes say, whatever the file is called.
static enum photo_verdict decode(const uint8_t *bytes, size_t count, struct image *image, uint32_t *metadata) {
  if (count == 0) return PHOTO_EMPTY;
  if (is_jpeg(bytes, count)) return decode_jpeg(bytes, count, 0, image, metadata);
  if (is_png(bytes, count)) return decode_png(bytes, count, image, metadata);
  if (heif_boxes_has_known_brand(bytes, count)) return decode_heif(bytes, count, image, metadata);
  return PHOTO_UNKNOWN_KIND;
}

/// Copies the made bytes out of the space they were written into.
static enum photo_verdict keep(const uint8_t *space, size_t count, uint8_t **bytes, size_t *kept) {
  *bytes = malloc(count);
  if (*bytes == NULL) return PHOTO_OUT_OF_MEMORY;
  memcpy(*bytes, space, count);
  *kept = count;
  return PHOTO_OK;
}

/// Lowers the quality, then halves the picture, until its JPEG is small enough.
static enum photo_verdict encode_photo(struct image *image, uint8_t *space, struct photo_result *result) {
  for (;;) {
    for (int quality = first_quality; quality >= last_quality; quality -= quality_step) {
      size_t count = 0;
      enum photo_verdict verdict = jpeg_encode(image, quality, space, PHOTO_BYTE_LIMIT, &count);
      if (verdict != PHOTO_OK) return verdict;
      if (count == 0) continue;
      result->width = image->width;
      result->height = image->height;
      return keep(space, count, &result->photo, &result->photo_count);
    }
    // A picture of one pixel is always small enough.
    if (image->width == 1 && image->height == 1) return PHOTO_NOT_ENCODED;
    scale_to_half(image);
  }
}

/// Encodes a small picture, and keeps it as the thumbnail.
static enum photo_verdict keep_small(const struct image *small, uint8_t *space, struct photo_result *result) {
  size_t count = 0;
  enum photo_verdict verdict = jpeg_encode(small, thumbnail_quality, space, PHOTO_BYTE_LIMIT, &count);
  if (verdict == PHOTO_OK && count == 0) verdict = PHOTO_NOT_ENCODED;
  return verdict == PHOTO_OK ? keep(space, count, &result->thumbnail, &result->thumbnail_count) : verdict;
}

static enum photo_verdict encode_thumbnail(const struct image *image, uint8_t *space, struct photo_result *result) {
  struct image square = {0};
  enum photo_verdict verdict = scale_to_square(image, PHOTO_THUMBNAIL_SIDE, &square);
  if (verdict == PHOTO_OK) verdict = keep_small(&square, space, result);
  image_destroy(&square);
  return verdict;
}

enum photo_verdict photo_process(const uint8_t *bytes, size_t count, struct photo_result *result) {
  *result = (struct photo_result){0};
  struct image image = {0};
  enum photo_verdict verdict = decode(bytes, count, &image, &result->removed);
  uint8_t *space = verdict == PHOTO_OK ? malloc(PHOTO_BYTE_LIMIT) : NULL;
  if (verdict == PHOTO_OK && space == NULL) verdict = PHOTO_OUT_OF_MEMORY;
  if (verdict == PHOTO_OK) verdict = encode_thumbnail(&image, space, result);
  if (verdict == PHOTO_OK) verdict = encode_photo(&image, space, result);
  free(space);
  image_destroy(&image);
  if (verdict != PHOTO_OK) photo_free(result);
  return verdict;
}

/// Decodes a JPEG, and no other kind, as small as a square of `side` pixels needs it.
static enum photo_verdict decode_small(
  const uint8_t *bytes, size_t count, uint32_t side, struct image *image, uint32_t *metadata) {
  if (count == 0) return PHOTO_EMPTY;
  if (!is_jpeg(bytes, count)) return PHOTO_UNKNOWN_KIND;
  return decode_jpeg(bytes, count, side, image, metadata);
}

enum photo_verdict photo_make_thumbnail(const uint8_t *bytes, size_t count, struct photo_result *result) {
  *result = (struct photo_result){0};
  struct image image = {0};
  enum photo_verdict verdict = decode_small(bytes, count, PHOTO_THUMBNAIL_SIDE, &image, &result->removed);
  uint8_t *space = verdict == PHOTO_OK ? malloc(PHOTO_BYTE_LIMIT) : NULL;
  if (verdict == PHOTO_OK && space == NULL) verdict = PHOTO_OUT_OF_MEMORY;
  if (verdict == PHOTO_OK) verdict = encode_thumbnail(&image, space, result);
  free(space);
  image_destroy(&image);
  if (verdict != PHOTO_OK) photo_free(result);
  return verdict;
}

enum photo_verdict photo_make_preview(
  const uint8_t *bytes, size_t count, uint32_t side, struct photo_result *result) {
  *result = (struct photo_result){0};
  if (side < 1 || side > PHOTO_PREVIEW_SIDE) return PHOTO_UNSUPPORTED;
  struct image image = {0}, small = {0};
  enum photo_verdict verdict = decode_small(bytes, count, side, &image, &result->removed);
  uint8_t *space = verdict == PHOTO_OK ? malloc(PHOTO_BYTE_LIMIT) : NULL;
  if (verdict == PHOTO_OK && space == NULL) verdict = PHOTO_OUT_OF_MEMORY;
  if (verdict == PHOTO_OK) verdict = scale_to_side(&image, side, &small);
  if (verdict == PHOTO_OK) verdict = keep_small(&small, space, result);
  result->width = small.width;
  result->height = small.height;
  free(space);
  image_destroy(&small);
  image_destroy(&image);
  if (verdict != PHOTO_OK) photo_free(result);
  return verdict;
}

enum photo_verdict photo_make_pixels(
  const uint8_t *bytes, size_t count, uint32_t side, struct photo_result *result) {
  *result = (struct photo_result){0};
  if (side < 1 || side > PHOTO_THUMBNAIL_SIDE) return PHOTO_UNSUPPORTED;
  struct image image = {0}, square = {0};
  enum photo_verdict verdict = decode_small(bytes, count, side, &image, &result->removed);
  if (verdict == PHOTO_OK) verdict = scale_to_square(&image, side, &square);
  if (verdict == PHOTO_OK) {
    verdict = keep(square.pixels, (size_t)3 * side * side, &result->thumbnail, &result->thumbnail_count);
  }
  image_destroy(&square);
  image_destroy(&image);
  if (verdict != PHOTO_OK) photo_free(result);
  return verdict;
}

void photo_free(struct photo_result *result) {
  free(result->photo);
  free(result->thumbnail);
  *result = (struct photo_result){0};
}
