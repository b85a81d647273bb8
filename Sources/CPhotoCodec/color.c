#include "color.h"

#include <lcms2.h>
#include <limits.h>
#include <string.h>

static cmsUInt32Number format_of(cmsColorSpaceSignature space) {
  switch (space) {
  case cmsSigGrayData: return TYPE_GRAY_8;
  case cmsSigCmykData: return TYPE_CMYK_8_REV;
  default: return TYPE_RGB_8;
  }
}

/// Whether the profile is for such pixels. One for RGB tells what grey looks like, too.
static int fits(enum pixel_layout layout, cmsColorSpaceSignature space) {
  switch (layout) {
  case PIXELS_GRAY: return space == cmsSigGrayData || space == cmsSigRgbData;
  case PIXELS_CMYK_INVERTED: return space == cmsSigCmykData;
  case PIXELS_RGB: break;
  }
  return space == cmsSigRgbData;
}

/// The transform from the profile, which it closes; null where there is none.
static cmsHTRANSFORM transform_from(cmsHPROFILE profile, enum pixel_layout layout, cmsUInt32Number flags) {
  if (profile == NULL) return NULL;
  cmsHTRANSFORM transform = NULL;
  cmsHPROFILE srgb = cmsCreate_sRGBProfile();
  cmsColorSpaceSignature space = cmsGetColorSpace(profile);
  if (srgb != NULL && fits(layout, space)) {
    transform = cmsCreateTransform(profile, format_of(space), srgb, TYPE_RGB_8, INTENT_PERCEPTUAL, flags);
  }
  if (srgb != NULL) cmsCloseProfile(srgb);
  cmsCloseProfile(profile);
  return transform;
}

static void plain_grays(struct color *color) {
  for (int value = 0; value < 256; value++) memset(color->grays[value], value, 3);
}

/// Grey has 256 values only: each is converted once, and exactly.
static void open_grays(struct color *color, cmsHPROFILE profile) {
  cmsHTRANSFORM transform = transform_from(profile, PIXELS_GRAY, cmsFLAGS_NOOPTIMIZE);
  if (transform == NULL) return;
  for (int value = 0; value < 256; value++) {
    const uint8_t pixel[3] = {(uint8_t)value, (uint8_t)value, (uint8_t)value};
    cmsDoTransform(transform, pixel, color->grays[value], 1);
  }
  cmsDeleteTransform(transform);
}

void color_open(struct color *color, enum pixel_layout layout, const uint8_t *profile, size_t count) {
  *color = (struct color){.layout = layout};
  plain_grays(color);
  if (profile == NULL || count == 0 || count > INT_MAX) return;
  cmsHPROFILE opened = cmsOpenProfileFromMem(profile, (cmsUInt32Number)count);
  color->is_gray_profile =
    layout == PIXELS_RGB && opened != NULL && cmsGetColorSpace(opened) == cmsSigGrayData;
  if (layout == PIXELS_GRAY || color->is_gray_profile) {
    open_grays(color, opened);
  } else {
    color->transform = transform_from(opened, layout, 0);
  }
}

void color_open_primaries(struct color *color, const struct color_primaries *primaries) {
  *color = (struct color){.layout = PIXELS_RGB};
  // The curve of sRGB as ICC writes it: linear below 0.04045, a power of 2.4 above.
  const cmsFloat64Number curve[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  cmsToneCurve *tone = cmsBuildParametricToneCurve(NULL, 4, curve);
  if (tone == NULL) return;
  cmsCIExyY white = {primaries->white[0], primaries->white[1], 1};
  cmsCIExyYTRIPLE corners = {
    .Red = {primaries->red[0], primaries->red[1], 1},
    .Green = {primaries->green[0], primaries->green[1], 1},
    .Blue = {primaries->blue[0], primaries->blue[1], 1},
  };
  cmsToneCurve *tones[3] = {tone, tone, tone};
  color->transform = transform_from(cmsCreateRGBProfile(&white, &corners, tones), PIXELS_RGB, 0);
  cmsFreeToneCurve(tone);
}

static int has_no_colors(const struct image *image, size_t pixel_count) {
  const uint8_t *pixel = image->pixels;
  for (size_t i = 0; i < pixel_count; i++, pixel += 3) {
    if (pixel[0] != pixel[1] || pixel[0] != pixel[2]) return 0;
  }
  return 1;
}

void color_finish(const struct color *color, struct image *image) {
  size_t pixel_count = (size_t)image->width * image->height;
  if (!color->is_gray_profile || !has_no_colors(image, pixel_count)) return;
  for (size_t i = 0; i < pixel_count; i++) memcpy(image->pixels + i * 3, color->grays[image->pixels[i * 3]], 3);
}

void color_close(struct color *color) {
  if (color->transform != NULL) cmsDeleteTransform(color->transform);
  color->transform = NULL;
}

void color_convert(const struct color *color, const uint8_t *row, uint8_t *rgb, uint32_t width) {
  if (color->transform != NULL) {
    cmsDoTransform(color->transform, row, rgb, width);
    return;
  }
  switch (color->layout) {
  case PIXELS_RGB: memcpy(rgb, row, (size_t)width * 3); break;
  case PIXELS_GRAY:
    for (size_t x = 0; x < width; x++) memcpy(rgb + x * 3, color->grays[row[x]], 3);
    break;
  case PIXELS_CMYK_INVERTED:
    for (uint32_t x = 0; x < width; x++) {
      const uint8_t *ink = row + (size_t)x * 4;
      for (int i = 0; i < 3; i++) rgb[(size_t)x * 3 + i] = (uint8_t)((ink[i] * ink[3] + 127) / 255);
    }
    break;
  }
}
