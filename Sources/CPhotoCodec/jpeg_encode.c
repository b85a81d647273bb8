#include "jpeg_encode.h"

#include "jpeg_failure.h"

// Writes into a space of fixed size. When that is full the attempt is given up at once: a lower quality is next.
struct jpeg_space {
  struct jpeg_destination_mgr manager;
  uint8_t *bytes;
  size_t size;
  int is_full;
};

static void init_destination(j_compress_ptr jpeg) {
  struct jpeg_space *space = (struct jpeg_space *)jpeg->dest;
  space->manager.next_output_byte = space->bytes;
  space->manager.free_in_buffer = space->size;
}

/// The library calls this as soon as the last byte is taken.
static boolean empty_output_buffer(j_compress_ptr jpeg) {
  ((struct jpeg_space *)jpeg->dest)->is_full = 1;
  jpeg_fail((j_common_ptr)jpeg, PHOTO_OK);
}

static void term_destination(j_compress_ptr jpeg) { (void)jpeg; }

struct jpeg_encoding {
  struct jpeg_compress_struct jpeg;
  struct jpeg_space space;
  struct jpeg_failure failure;
};

static enum photo_verdict encode(struct jpeg_encoding *work, const struct image *image, int quality) {
  j_compress_ptr jpeg = &work->jpeg;
  jpeg->err = jpeg_failure_manager(&work->failure);
  if (setjmp(work->failure.jump) != 0) return work->failure.verdict;

  jpeg_create_compress(jpeg);
  jpeg->dest = &work->space.manager;
  jpeg->image_width = image->width;
  jpeg->image_height = image->height;
  jpeg->input_components = 3;
  jpeg->in_color_space = JCS_RGB;
  jpeg_set_defaults(jpeg);
  jpeg_set_quality(jpeg, quality, TRUE);
  jpeg_start_compress(jpeg, TRUE);
  while (jpeg->next_scanline < jpeg->image_height) {
    JSAMPROW rows[1] = {image_row(image, jpeg->next_scanline)};
    jpeg_write_scanlines(jpeg, rows, 1);
  }
  jpeg_finish_compress(jpeg);
  return PHOTO_OK;
}

enum photo_verdict jpeg_encode(const struct image *image, int quality, uint8_t *space, size_t size, size_t *count) {
  struct jpeg_encoding work = {
    .space = {
      .manager = {
        .init_destination = init_destination,
        .empty_output_buffer = empty_output_buffer,
        .term_destination = term_destination,
      },
      .bytes = space,
      .size = size,
    },
  };
  enum photo_verdict verdict = encode(&work, image, quality);
  *count = verdict == PHOTO_OK && !work.space.is_full ? size - work.space.manager.free_in_buffer : 0;
  jpeg_destroy_compress(&work.jpeg);
  if (verdict == PHOTO_OK || verdict == PHOTO_OUT_OF_MEMORY) return verdict;
  return PHOTO_NOT_ENCODED;
}
