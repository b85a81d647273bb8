#include "jpeg_source.h"

static void do_nothing(j_decompress_ptr jpeg) { (void)jpeg; }

static boolean fill_input_buffer(j_decompress_ptr jpeg) { jpeg_fail((j_common_ptr)jpeg, PHOTO_TRUNCATED); }

static void skip_input_data(j_decompress_ptr jpeg, long count) {
  struct jpeg_source_mgr *source = jpeg->src;
  if (count <= 0) return;
  if ((size_t)count > source->bytes_in_buffer) jpeg_fail((j_common_ptr)jpeg, PHOTO_TRUNCATED);
  source->next_input_byte += count;
  source->bytes_in_buffer -= (size_t)count;
}

void jpeg_source_open(j_decompress_ptr jpeg, struct jpeg_source_mgr *source, const uint8_t *bytes, size_t count) {
  *source = (struct jpeg_source_mgr){
    .next_input_byte = bytes,
    .bytes_in_buffer = count,
    .init_source = do_nothing,
    .fill_input_buffer = fill_input_buffer,
    .skip_input_data = skip_input_data,
    .resync_to_restart = jpeg_resync_to_restart,
    .term_source = do_nothing,
  };
  jpeg->src = source;
}
