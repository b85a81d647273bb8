#include "canvas.h"

#include <stdlib.h>
#include <string.h>

// The EXIF orientations. The first four keep width and height; the others exchange them.
//   1 as it is            5 transposed
//   2 mirrored            6 to be turned right
//   3 upside down         7 transposed the other way
//   4 flipped             8 to be turned left

static int is_transposed(unsigned orientation) { return orientation >= 5; }

/// Whether the first row comes to lie at the bottom (orientations 3, 4) or at the right (6, 7).
static int is_row_order_reversed(unsigned orientation) {
  return orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
}

/// Whether the first pixel of a row comes to lie at the right (2, 3) or at the bottom (7, 8).
static int is_pixel_order_reversed(unsigned orientation) {
  return orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
}

enum photo_verdict canvas_open(struct canvas *canvas, uint32_t width, uint32_t height, unsigned orientation) {
  *canvas = (struct canvas){.width = width, .height = height, .orientation = orientation};
  enum photo_verdict verdict = is_transposed(orientation) ? image_create(&canvas->image, height, width)
                                                          : image_create(&canvas->image, width, height);
  if (verdict != PHOTO_OK) return verdict;
  canvas->band = malloc((size_t)width * 3 * canvas_band_rows);
  if (canvas->band != NULL) return PHOTO_OK;
  canvas_close(canvas);
  return PHOTO_OUT_OF_MEMORY;
}

void canvas_close(struct canvas *canvas) {
  image_destroy(&canvas->image);
  free(canvas->band);
  canvas->band = NULL;
}

static void lay_rows(struct canvas *canvas) {
  for (uint32_t i = 0; i < canvas->band_count; i++) {
    uint32_t y = canvas->band_start + i;
    uint8_t *to = image_row(&canvas->image, is_row_order_reversed(canvas->orientation) ? canvas->height - 1 - y : y);
    const uint8_t *from = canvas->band + (size_t)i * canvas->width * 3;
    if (!is_pixel_order_reversed(canvas->orientation)) {
      memcpy(to, from, (size_t)canvas->width * 3);
      continue;
    }
    for (uint32_t x = 0; x < canvas->width; x++) {
      memcpy(to + (size_t)(canvas->width - 1 - x) * 3, from + (size_t)x * 3, 3);
    }
  }
}

/// A column of the band becomes a run within a row: sixteen neighbouring pixels are written at a time, which spares the
/// memory.
static void lay_columns(struct canvas *canvas) {
  int reversed = is_row_order_reversed(canvas->orientation);
  uint32_t first = canvas->band_start, count = canvas->band_count;
  uint32_t start = reversed ? canvas->height - first - count : first;
  for (uint32_t x = 0; x < canvas->width; x++) {
    uint32_t y = is_pixel_order_reversed(canvas->orientation) ? canvas->width - 1 - x : x;
    uint8_t *to = image_row(&canvas->image, y) + (size_t)start * 3;
    const uint8_t *from = canvas->band + (size_t)x * 3;
    for (uint32_t i = 0; i < count; i++) {
      uint32_t row = reversed ? count - 1 - i : i;
      memcpy(to + (size_t)i * 3, from + (size_t)row * canvas->width * 3, 3);
    }
  }
}

static void lay_band(struct canvas *canvas) {
  if (is_transposed(canvas->orientation)) {
    lay_columns(canvas);
  } else {
    lay_rows(canvas);
  }
  canvas->band_start += canvas->band_count;
  canvas->band_count = 0;
}

void canvas_add_row(struct canvas *canvas, const struct color *color, const uint8_t *row) {
  if (canvas->band_start + canvas->band_count >= canvas->height) return;
  color_convert(color, row, canvas->band + (size_t)canvas->band_count * canvas->width * 3, canvas->width);
  canvas->band_count += 1;
  if (canvas->band_count == canvas_band_rows) lay_band(canvas);
}

enum photo_verdict canvas_finish(struct canvas *canvas, const struct color *color, struct image *image) {
  lay_band(canvas);
  if (canvas->band_start != canvas->height) return PHOTO_DAMAGED;
  *image = canvas->image;
  canvas->image = (struct image){0};
  color_finish(color, image);
  return PHOTO_OK;
}
