#ifndef PHOTO_COLOR_H
#define PHOTO_COLOR_H

#include "image.h"

// Colour conversion of rows to 8-bit sRGB.

/// What a pixel of an incoming row is made of.
enum pixel_layout {
  PIXELS_GRAY,
  PIXELS_RGB,
  /// 255 stands for no ink, as every camera and program in use writes it.
  PIXELS_CMYK_INVERTED,
};

struct color {
  enum pixel_layout layout;
  void *transform;  // of RGB and CMYK; null: a plain conversion
  uint8_t grays[256][3];
  /// Whether the rows are RGB and the profile is for grey: see color_finish.
  int is_gray_profile;
};

/// The primaries and the white point of a colour space with sRGB's tone curve, as CIE x and y.
struct color_primaries {
  double white[2], red[2], green[2], blue[2];
};

/// Reads the colours through an ICC profile. One that is absent, cannot be read or is for other pixels is as good as
/// none: grey and RGB are then taken for sRGB, and CMYK is converted plainly. Grey is read through profiles for grey and
/// for RGB, and RGB through one for grey if the picture has no colours.
void color_open(struct color *color, enum pixel_layout layout, const uint8_t *profile, size_t count);

/// Reads RGB of the primaries. Such as span no area are as good as sRGB's.
void color_open_primaries(struct color *color, const struct color_primaries *primaries);

/// Converts `width` pixels.
void color_convert(const struct color *color, const uint8_t *row, uint8_t *rgb, uint32_t width);

/// Reads a picture of RGB rows through a profile for grey, unless it has colours. That is only known at its end.
void color_finish(const struct color *color, struct image *image);

void color_close(struct color *color);

#endif
