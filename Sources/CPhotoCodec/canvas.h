#ifndef PHOTO_CANVAS_H
#define PHOTO_CANVAS_H

#include "color.h"
#include "image.h"

// Takes a picture's rows as they are decoded, and lays them upright into an image: no second full copy is needed.

enum { canvas_band_rows = 16 };

struct canvas {
  struct image image;
  uint32_t width;  // of the rows that come in
  uint32_t height;
  unsigned orientation;
  uint8_t *band;  // rows that wait to be laid, in sRGB
  uint32_t band_start;
  uint32_t band_count;
};

/// Begins a picture whose rows come in as `width` by `height`, with an EXIF orientation from 1 to 8.
enum photo_verdict canvas_open(struct canvas *canvas, uint32_t width, uint32_t height, unsigned orientation);

/// Takes the next row. Rows beyond the height are ignored.
void canvas_add_row(struct canvas *canvas, const struct color *color, const uint8_t *row);

/// Lays the last rows and hands the image over. PHOTO_DAMAGED where rows are missing.
enum photo_verdict canvas_finish(struct canvas *canvas, const struct color *color, struct image *image);

/// Frees everything that was not handed over.
void canvas_close(struct canvas *canvas);

#endif
