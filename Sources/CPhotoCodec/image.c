#include "image.h"

#include <stdlib.h>

enum photo_verdict image_bound(uint64_t width, uint64_t height) {
  if (width == 0 || height == 0) return PHOTO_DAMAGED;
  if (width > PHOTO_SIDE_LIMIT || height > PHOTO_SIDE_LIMIT) return PHOTO_TOO_LARGE;
  return width * height > PHOTO_PIXEL_LIMIT ? PHOTO_TOO_LARGE : PHOTO_OK;
}

enum photo_verdict image_create(struct image *image, uint32_t width, uint32_t height) {
  enum photo_verdict verdict = image_bound(width, height);
  if (verdict != PHOTO_OK) return verdict;
  image->pixels = malloc((size_t)width * height * 3);
  if (image->pixels == NULL) return PHOTO_OUT_OF_MEMORY;
  image->width = width;
  image->height = height;
  return PHOTO_OK;
}

void image_destroy(struct image *image) {
  free(image->pixels);
  *image = (struct image){0};
}

uint8_t *image_row(const struct image *image, uint32_t y) { return image->pixels + (size_t)y * image->width * 3; }
