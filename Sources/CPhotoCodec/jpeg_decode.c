#include "canvas.h"
#include "decode.h"
#include "jpeg_failure.h"
#include "jpeg_markers.h"
#include "jpeg_source.h"

#include <stdlib.h>

/// A photo has one scan, or about ten if it is progressive; each costs a pass over the whole picture.
enum { scan_limit = 64 };

// Everything the work holds. It lives in the caller of the function that sets the jump, which therefore finds it whole.
struct jpeg_decoding {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_source_mgr source;
  struct jpeg_failure failure;
  struct jpeg_progress_mgr progress;
  struct color color;
  struct canvas canvas;
  JOCTET *profile;
  uint8_t *row;
};

static void check_scan_number(j_common_ptr common) {
  if (((j_decompress_ptr)common)->input_scan_number > scan_limit) jpeg_fail(common, PHOTO_TOO_MANY_SCANS);
}

static enum pixel_layout choose_layout(j_decompress_ptr jpeg) {
  switch (jpeg->jpeg_color_space) {
  case JCS_GRAYSCALE: jpeg->out_color_space = JCS_GRAYSCALE; return PIXELS_GRAY;
  case JCS_CMYK:
  case JCS_YCCK: jpeg->out_color_space = JCS_CMYK; return PIXELS_CMYK_INVERTED;
  case JCS_RGB:
  case JCS_YCbCr: jpeg->out_color_space = JCS_RGB; return PIXELS_RGB;
  default: jpeg_fail((j_common_ptr)jpeg, PHOTO_UNSUPPORTED);
  }
}

/// The library scales by eighths while it decodes; the smallest that leaves the shorter side long enough.
static void choose_scale(j_decompress_ptr jpeg, uint32_t shortest_side) {
  uint64_t shorter = jpeg->image_width < jpeg->image_height ? jpeg->image_width : jpeg->image_height;
  unsigned eighths = 1;
  while (eighths < 8 && shorter * eighths / 8 < shortest_side) eighths += 1;
  jpeg->scale_num = eighths;
  jpeg->scale_denom = 8;
}

static void require(struct jpeg_decoding *work, enum photo_verdict verdict) {
  if (verdict != PHOTO_OK) jpeg_fail((j_common_ptr)&work->jpeg, verdict);
}

static enum photo_verdict decode(
  struct jpeg_decoding *work, const uint8_t *bytes, size_t count, uint32_t shortest_side, struct image *image,
  uint32_t *metadata) {
  j_decompress_ptr jpeg = &work->jpeg;
  jpeg->err = jpeg_failure_manager(&work->failure);
  if (setjmp(work->failure.jump) != 0) return work->failure.verdict;

  jpeg_create_decompress(jpeg);
  jpeg_source_open(jpeg, &work->source, bytes, count);
  work->progress.progress_monitor = check_scan_number;
  jpeg->progress = &work->progress;
  jpeg_markers_keep(jpeg);
  jpeg_read_header(jpeg, TRUE);
  require(work, image_bound(jpeg->image_width, jpeg->image_height));

  struct exif found = jpeg_markers_read(jpeg);
  enum pixel_layout layout = choose_layout(jpeg);
  unsigned profile_count = 0;
  if (!jpeg_read_icc_profile(jpeg, &work->profile, &profile_count)) profile_count = 0;
  color_open(&work->color, layout, work->profile, profile_count);
  if (shortest_side > 0) choose_scale(jpeg, shortest_side);

  jpeg_start_decompress(jpeg);
  require(work, canvas_open(&work->canvas, jpeg->output_width, jpeg->output_height, found.orientation));
  work->row = malloc((size_t)jpeg->output_width * (size_t)jpeg->output_components);
  require(work, work->row == NULL ? PHOTO_OUT_OF_MEMORY : PHOTO_OK);
  while (jpeg->output_scanline < jpeg->output_height) {
    JSAMPROW rows[1] = {work->row};
    jpeg_read_scanlines(jpeg, rows, 1);
    canvas_add_row(&work->canvas, &work->color, work->row);
  }
  // Reads on to the end of the image: what is missing there is missed.
  jpeg_finish_decompress(jpeg);
  // Behind the end of the image, phones hide films and further pictures.
  if (work->source.bytes_in_buffer > 0) found.metadata |= PHOTO_OTHER_METADATA;
  *metadata = found.metadata;
  return canvas_finish(&work->canvas, &work->color, image);
}

enum photo_verdict decode_jpeg(
  const uint8_t *bytes, size_t count, uint32_t shortest_side, struct image *image, uint32_t *metadata) {
  struct jpeg_decoding work = {0};
  enum photo_verdict verdict = decode(&work, bytes, count, shortest_side, image, metadata);
  jpeg_destroy_decompress(&work.jpeg);
  color_close(&work.color);
  canvas_close(&work.canvas);
  free(work.profile);
  free(work.row);
  return verdict;
}
