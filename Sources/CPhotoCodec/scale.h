#ifndef PHOTO_SCALE_H
#define PHOTO_SCALE_H

#include "image.h"

/// Halves width and height in place, rounding up: each pixel becomes the mean of the four it covers.
void scale_to_half(struct image *image);

/// Makes a square of `side` pixels from the centre of the picture: cropped first, then scaled by area.
enum photo_verdict scale_to_square(const struct image *image, uint32_t side, struct image *square);

/// Makes the whole picture smaller by area, so that its shorter side has `side` pixels. One that is as small already is
/// copied.
enum photo_verdict scale_to_side(const struct image *image, uint32_t side, struct image *small);

#endif
