#include "color.h"

#include <lcms2.h>
#include <limits.h>
#include <string.h>

static cmsUInt32Number format_of(enum pixel_layout layout) {
  switch (layout) {
  case PIXELS_GRAY: return TYPE_GRAY_8;
  case PIXELS_CMYK_INVERTED: return TYPE_CMYK_8_REV;
  case PIXELS_RGB: break;
  }
  return TYPE_RGB_8;
}

static cmsColorSpaceSignature space_of(enum pixel_layout layout) {
  switch (layout) {
  case PIXELS_GRAY: return cmsSigGrayData;
  case PIXELS_CMYK_INVERTED: return cmsSigCmykData;
  case PIXELS_RGB: break;
  }
  return cmsSigRgbData;
}

/// The transform from the profile, which it closes; null where there is none.
static cmsHTRANSFORM transform_from(cmsHPROFILE profile, enum pixel_layout layout) {
  if (profile == NULL) return NULL;
  cmsHTRANSFORM transform = NULL;
  cmsHPROFILE srgb = cmsCreate_sRGBProfile();
  if (srgb != NULL && cmsGetColorSpace(profile) == space_of(layout)) {
    transform = cmsCreateTransform(profile, format_of(layout), srgb, TYPE_RGB_8, INTENT_PERCEPTUAL, 0);
  }
  if (srgb != NULL) cmsCloseProfile(srgb);
  cmsCloseProfile(profile);
  return transform;
}

void color_open(struct color *color, enum pixel_layout layout, const uint8_t *profile, size_t count) {
  *color = (struct color){.layout = layout};
  if (profile == NULL || count == 0 || count > INT_MAX) return;
  color->transform = transform_from(cmsOpenProfileFromMem(profile, (cmsUInt32Number)count), layout);
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
  color->transform = transform_from(cmsCreateRGBProfile(&white, &corners, tones), PIXELS_RGB);
  cmsFreeToneCurve(tone);
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
    for (uint32_t x = 0; x < width; x++) memset(rgb + (size_t)x * 3, row[x], 3);
    break;
  case PIXELS_CMYK_INVERTED:
    for (uint32_t x = 0; x < width; x++) {
      const uint8_t *ink = row + (size_t)x * 4;
      for (int i = 0; i < 3; i++) rgb[(size_t)x * 3 + i] = (uint8_t)((ink[i] * ink[3] + 127) / 255);
    }
    break;
  }
}
