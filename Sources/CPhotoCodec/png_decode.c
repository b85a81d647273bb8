#include "canvas.h"
#include "decode.h"
#include "png_chunks.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/// No chunk but the picture's own may need more memory than this.
enum { chunk_limit = 4000000 };

// Everything the work holds. It lives in the caller of the function that sets the jump, which therefore finds it whole.
struct png_decoding {
  png_structp png;
  png_infop info;
  jmp_buf jump;
  enum photo_verdict verdict;
  const uint8_t *bytes;
  size_t count;
  struct color color;
  struct canvas canvas;
  uint8_t *rows;  // one, or all where they come interlaced
};

static _Noreturn void fail(struct png_decoding *work, enum photo_verdict verdict) {
  work->verdict = verdict;
  longjmp(work->jump, 1);
}

static void on_error(png_structp png, png_const_charp message) {
  (void)message;
  fail(png_get_error_ptr(png), PHOTO_DAMAGED);
}

/// About chunks the picture does not need.
static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void on_read(png_structp png, png_bytep to, size_t count) {
  struct png_decoding *work = png_get_io_ptr(png);
  if (count > work->count) fail(work, PHOTO_TRUNCATED);
  memcpy(to, work->bytes, count);
  work->bytes += count;
  work->count -= count;
}

/// Lays the row onto white and takes its alpha channel out, in place.
static void flatten(uint8_t *row, uint32_t width, int channels) {
  int colors = channels - 1;
  for (size_t x = 0; x < width; x++) {
    const uint8_t *from = row + x * (size_t)channels;
    unsigned alpha = from[colors];
    for (int i = 0; i < colors; i++) {
      row[x * (size_t)colors + (size_t)i] = (uint8_t)((from[i] * alpha + 255 * (255 - alpha) + 127) / 255);
    }
  }
}

static void open_color(struct png_decoding *work, int channels) {
  png_charp name;
  int compression;
  png_bytep profile = NULL;
  png_uint_32 count = 0;
  if (png_get_iCCP(work->png, work->info, &name, &compression, &profile, &count) == 0) count = 0;
  color_open(&work->color, channels < 3 ? PIXELS_GRAY : PIXELS_RGB, profile, count);
}

static void read_rows(struct png_decoding *work, uint32_t width, uint32_t height, int passes, int channels) {
  size_t row_size = (size_t)width * (size_t)channels;
  // An interlaced picture goes over the same rows seven times.
  work->rows = malloc(passes > 1 ? row_size * height : row_size);
  if (work->rows == NULL) fail(work, PHOTO_OUT_OF_MEMORY);
  for (int pass = 1; pass < passes; pass++) {
    for (uint32_t y = 0; y < height; y++) png_read_row(work->png, work->rows + y * row_size, NULL);
  }
  for (uint32_t y = 0; y < height; y++) {
    uint8_t *row = passes > 1 ? work->rows + y * row_size : work->rows;
    png_read_row(work->png, row, NULL);
    if (channels == 2 || channels == 4) flatten(row, width, channels);
    canvas_add_row(&work->canvas, &work->color, row);
  }
}

static enum photo_verdict decode(struct png_decoding *work, const struct png_chunks *chunks) {
  if (setjmp(work->jump) != 0) return work->verdict;
  work->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, work, on_error, on_warning);
  if (work->png == NULL) return PHOTO_OUT_OF_MEMORY;
  work->info = png_create_info_struct(work->png);
  if (work->info == NULL) return PHOTO_OUT_OF_MEMORY;
  png_set_read_fn(work->png, work, on_read);
  png_set_user_limits(work->png, PHOTO_SIDE_LIMIT, PHOTO_SIDE_LIMIT);
  png_set_chunk_malloc_max(work->png, chunk_limit);
  // A wrong checksum anywhere is damage.
  png_set_crc_action(work->png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);

  png_read_info(work->png, work->info);
  png_set_expand(work->png);
  png_set_scale_16(work->png);
  int passes = png_set_interlace_handling(work->png);
  png_read_update_info(work->png, work->info);
  int channels = png_get_channels(work->png, work->info);
  if (png_get_rowbytes(work->png, work->info) != (size_t)chunks->width * (size_t)channels) return PHOTO_DAMAGED;

  open_color(work, channels);
  enum photo_verdict verdict = canvas_open(&work->canvas, chunks->width, chunks->height, chunks->exif.orientation);
  if (verdict != PHOTO_OK) return verdict;
  read_rows(work, chunks->width, chunks->height, passes, channels);
  png_read_end(work->png, NULL);
  return PHOTO_OK;
}

enum photo_verdict decode_png(const uint8_t *bytes, size_t count, struct image *image, uint32_t *metadata) {
  struct png_chunks chunks;
  enum photo_verdict verdict = png_chunks_read(bytes, count, &chunks);
  // The size is told apart first: a picture that is both too large and cut off is best called too large.
  if (chunks.width > 0 && image_bound(chunks.width, chunks.height) != PHOTO_OK) {
    return image_bound(chunks.width, chunks.height);
  }
  if (verdict != PHOTO_OK) return verdict;

  struct png_decoding work = {.bytes = bytes, .count = count};
  verdict = decode(&work, &chunks);
  png_destroy_read_struct(&work.png, &work.info, NULL);
  if (verdict == PHOTO_OK) verdict = canvas_finish(&work.canvas, &work.color, image);
  *metadata = chunks.exif.metadata;
  color_close(&work.color);
  canvas_close(&work.canvas);
  free(work.rows);
  return verdict;
}
