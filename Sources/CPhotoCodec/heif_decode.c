#include "canvas.h"
#include "decode.h"
#include "heif_boxes.h"
#include "heif_metadata.h"

#include <libheif/heif.h>
#include <stdlib.h>

static enum photo_verdict verdict_of(struct heif_error error) {
  if (error.subcode == heif_suberror_Security_limit_exceeded) return PHOTO_TOO_LARGE;
  // Every form it decodes it can convert to RGB; it says so where there is no memory for that.
  if (error.subcode == heif_suberror_Unsupported_color_conversion) return PHOTO_OUT_OF_MEMORY;
  switch (error.code) {
  case heif_error_Ok: return PHOTO_OK;
  case heif_error_Unsupported_filetype:
  case heif_error_Unsupported_feature: return PHOTO_UNSUPPORTED;
  case heif_error_Memory_allocation_error: return PHOTO_OUT_OF_MEMORY;
  default: return error.subcode == heif_suberror_End_of_data ? PHOTO_TRUNCATED : PHOTO_DAMAGED;
  }
}

/// The colour space by its primaries, where the file has no ICC profile but names another than sRGB's.
static void open_primaries(struct color *color, const struct heif_image_handle *handle) {
  struct heif_color_profile_nclx *nclx = NULL;
  struct heif_error error = heif_image_handle_get_nclx_color_profile(handle, &nclx);
  if (error.code != heif_error_Ok || nclx == NULL) return;
  if (nclx->color_primaries != heif_color_primaries_unspecified &&
      nclx->color_primaries != heif_color_primaries_ITU_R_BT_709_5) {
    const struct color_primaries primaries = {
      .white = {nclx->color_primary_white_x, nclx->color_primary_white_y},
      .red = {nclx->color_primary_red_x, nclx->color_primary_red_y},
      .green = {nclx->color_primary_green_x, nclx->color_primary_green_y},
      .blue = {nclx->color_primary_blue_x, nclx->color_primary_blue_y},
    };
    color_open_primaries(color, &primaries);
  }
  heif_nclx_color_profile_free(nclx);
}

static size_t channels_of(const struct heif_image *decoded) {
  return heif_image_get_chroma_format(decoded) == heif_chroma_interleaved_RGBA ? 4 : 3;
}

/// What is monochrome in the file comes as RGB from the library.
static enum photo_verdict open_color(struct color *color, const struct heif_image_handle *handle) {
  size_t count = heif_image_handle_get_raw_color_profile_size(handle);
  color_open(color, PIXELS_RGB, NULL, 0);
  if (count == 0) {
    open_primaries(color, handle);
    return PHOTO_OK;
  }
  uint8_t *profile = malloc(count);
  if (profile == NULL) return PHOTO_OUT_OF_MEMORY;
  struct heif_error error = heif_image_handle_get_raw_color_profile(handle, profile);
  if (error.code == heif_error_Ok) color_open(color, PIXELS_RGB, profile, count);
  free(profile);
  return verdict_of(error);
}

/// Lays a pixel onto white. Premultiplied colours have been weighted with their alpha already.
static void flatten(const uint8_t *from, uint8_t *to, uint32_t width, int is_premultiplied) {
  for (size_t x = 0; x < width; x++) {
    unsigned alpha = from[4 * x + 3];
    for (size_t i = 0; i < 3; i++) {
      unsigned value = from[4 * x + i], white = 255 - alpha;
      value = is_premultiplied ? value + white : (value * alpha + 255 * white + 127) / 255;
      to[3 * x + i] = (uint8_t)(value > 255 ? 255 : value);
    }
  }
}

static enum photo_verdict lay_rows(struct canvas *canvas, const struct color *color, const struct heif_image *decoded) {
  int stride = 0;
  const uint8_t *plane = heif_image_get_plane_readonly(decoded, heif_channel_interleaved, &stride);
  enum heif_chroma chroma = heif_image_get_chroma_format(decoded);
  size_t channels = channels_of(decoded);
  if (plane == NULL || stride < 0 || (size_t)stride < channels * canvas->width) return PHOTO_DAMAGED;
  if (chroma != heif_chroma_interleaved_RGB && chroma != heif_chroma_interleaved_RGBA) return PHOTO_UNSUPPORTED;
  if (channels == 3) {
    for (size_t y = 0; y < canvas->height; y++) canvas_add_row(canvas, color, plane + y * (size_t)stride);
    return PHOTO_OK;
  }
  uint8_t *row = malloc((size_t)canvas->width * 3);
  if (row == NULL) return PHOTO_OUT_OF_MEMORY;
  int is_premultiplied = heif_image_is_premultiplied_alpha((struct heif_image *)decoded);
  for (size_t y = 0; y < canvas->height; y++) {
    flatten(plane + y * (size_t)stride, row, canvas->width, is_premultiplied);
    canvas_add_row(canvas, color, row);
  }
  free(row);
  return PHOTO_OK;
}

/// Converts what the library decoded. Its size is looked at again: that in front may have been a lie.
static enum photo_verdict take(
  const struct heif_image *decoded, const struct heif_image_handle *handle, struct image *image) {
  int width = heif_image_get_width(decoded, heif_channel_interleaved);
  int height = heif_image_get_height(decoded, heif_channel_interleaved);
  if (width <= 0 || height <= 0) return PHOTO_DAMAGED;
  struct color color = {0};
  struct canvas canvas = {0};
  enum photo_verdict verdict = canvas_open(&canvas, (uint32_t)width, (uint32_t)height, 1);
  if (verdict == PHOTO_OK) verdict = open_color(&color, handle);
  if (verdict == PHOTO_OK) verdict = lay_rows(&canvas, &color, decoded);
  if (verdict == PHOTO_OK) verdict = canvas_finish(&canvas, &color, image);
  color_close(&color);
  canvas_close(&canvas);
  return verdict;
}

static enum photo_verdict decode(const struct heif_image_handle *handle, struct image *image, uint32_t *metadata) {
  int width = heif_image_handle_get_width(handle), height = heif_image_handle_get_height(handle);
  if (width <= 0 || height <= 0) return PHOTO_DAMAGED;
  enum photo_verdict verdict = image_bound((uint64_t)width, (uint64_t)height);
  if (verdict == PHOTO_OK) verdict = heif_metadata_read(handle, metadata);
  if (verdict != PHOTO_OK) return verdict;

  struct heif_decoding_options *options = heif_decoding_options_alloc();
  if (options == NULL) return PHOTO_OUT_OF_MEMORY;
  options->convert_hdr_to_8bit = 1;
  options->strict_decoding = 1;
  int has_alpha = heif_image_handle_has_alpha_channel(handle);
  struct heif_image *decoded = NULL;
  struct heif_error error = heif_decode_image(
    handle, &decoded, heif_colorspace_RGB, has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB,
    options);
  heif_decoding_options_free(options);
  verdict = verdict_of(error);
  if (verdict == PHOTO_OK) verdict = take(decoded, handle, image);
  heif_image_release(decoded);
  return verdict;
}

enum photo_verdict decode_heif(const uint8_t *bytes, size_t count, struct image *image, uint32_t *metadata) {
  if (heif_boxes_are_cut(bytes, count)) return PHOTO_TRUNCATED;
  struct heif_context *context = heif_context_alloc();
  if (context == NULL) return PHOTO_OUT_OF_MEMORY;
  // No threads of its own: each would reserve address space, which is limited.
  heif_context_set_max_decoding_threads(context, 0);
  struct heif_image_handle *handle = NULL;
  enum photo_verdict verdict = verdict_of(heif_context_read_from_memory_without_copy(context, bytes, count, NULL));
  if (verdict == PHOTO_OK) verdict = verdict_of(heif_context_get_primary_image_handle(context, &handle));
  if (verdict == PHOTO_OK) verdict = decode(handle, image, metadata);
  if (handle != NULL) heif_image_handle_release(handle);
  heif_context_free(context);
  return verdict;
}
