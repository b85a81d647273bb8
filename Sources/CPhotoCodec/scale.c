#include "scale.h"

#include <stdlib.h>

void scale_to_half(struct image *image) {
  struct image half = {image->pixels, (image->width + 1) / 2, (image->height + 1) / 2};
  for (uint32_t y = 0; y < half.height; y++) {
    // At an odd edge, the last row or column stands for the one that is not there. What is written lies before what is
    // still to be read.
    const uint8_t *upper = image_row(image, 2 * y);
    const uint8_t *lower = 2 * y + 1 < image->height ? image_row(image, 2 * y + 1) : upper;
    uint8_t *to = image_row(&half, y);
    for (size_t x = 0; x < half.width; x++) {
      size_t left = 6 * x, right = 2 * x + 1 < image->width ? left + 3 : left;
      for (size_t i = 0; i < 3; i++) {
        to[3 * x + i] = (uint8_t)((upper[left + i] + upper[right + i] + lower[left + i] + lower[right + i] + 2) / 4);
      }
    }
  }
  *image = half;
}

// The pixels that one pixel of the result covers along one axis, in units of 1/side of a source pixel.
struct span {
  uint32_t first, last;
  uint32_t first_weight, last_weight;
};

static struct span span_of(uint32_t index, uint32_t source, uint32_t side) {
  uint64_t start = (uint64_t)index * source, end = start + source;
  struct span span = {.first = (uint32_t)(start / side), .last = (uint32_t)((end - 1) / side)};
  span.first_weight = side - (uint32_t)(start % side);
  span.last_weight = (uint32_t)((end - 1) % side) + 1;
  if (span.first == span.last) span.first_weight = span.last_weight = source;
  return span;
}

static uint32_t weight_at(const struct span *span, uint32_t position, uint32_t side) {
  if (position == span->first) return span->first_weight;
  return position == span->last ? span->last_weight : side;
}

// A part of a picture.
struct part {
  uint32_t left, top, width, height;
};

/// Scales a part of a picture by area.
static enum photo_verdict scale_part(
  const struct image *image, struct part part, uint32_t width, uint32_t height, struct image *scaled) {
  enum photo_verdict verdict = image_create(scaled, width, height);
  if (verdict != PHOTO_OK) return verdict;
  // What the weights of one pixel of the result add up to; at most PHOTO_PIXEL_LIMIT.
  uint64_t total = (uint64_t)part.width * part.height;
  for (uint32_t y = 0; y < height; y++) {
    struct span rows = span_of(y, part.height, height);
    for (uint32_t x = 0; x < width; x++) {
      struct span columns = span_of(x, part.width, width);
      uint64_t sums[3] = {0};
      for (uint32_t row = rows.first; row <= rows.last; row++) {
        uint64_t row_weight = weight_at(&rows, row, height);
        const uint8_t *from = image_row(image, part.top + row) + (size_t)(part.left + columns.first) * 3;
        for (uint32_t column = columns.first; column <= columns.last; column++, from += 3) {
          uint64_t weight = row_weight * weight_at(&columns, column, width);
          for (int i = 0; i < 3; i++) sums[i] += weight * from[i];
        }
      }
      uint8_t *to = image_row(scaled, y) + (size_t)x * 3;
      for (int i = 0; i < 3; i++) to[i] = (uint8_t)((sums[i] + total / 2) / total);
    }
  }
  return PHOTO_OK;
}

enum photo_verdict scale_to_square(const struct image *image, uint32_t side, struct image *square) {
  uint32_t source = image->width < image->height ? image->width : image->height;
  struct part centre = {(image->width - source) / 2, (image->height - source) / 2, source, source};
  return scale_part(image, centre, side, side, square);
}

enum photo_verdict scale_to_side(const struct image *image, uint32_t side, struct image *small) {
  uint32_t source = image->width < image->height ? image->width : image->height;
  if (source <= side) side = source;
  struct part whole = {0, 0, image->width, image->height};
  uint64_t width = ((uint64_t)image->width * side + source / 2) / source;
  uint64_t height = ((uint64_t)image->height * side + source / 2) / source;
  return scale_part(image, whole, (uint32_t)width, (uint32_t)height, small);
}
