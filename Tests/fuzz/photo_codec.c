// The photo codec's entry for libFuzzer, and for the run over the corpus that Tools/sanitize-photos makes.
//
//   clang -g -O1 -fsanitize=fuzzer,address,undefined -ISources/CPhotoCodec/include \
//     Tests/fuzz/photo_codec.c Sources/CPhotoCodec/*.c -fuse-ld=lld -lheif -ljpeg -lpng -llcms2 \
//     -o photo-fuzzer
//   LSAN_OPTIONS=suppressions=Tests/fuzz/lsan-suppressions ASAN_OPTIONS=allocator_may_return_null=1 \
//   ./photo-fuzzer -max_len=65536 -rss_limit_mb=2048 -timeout=30 NEW_INPUTS SEEDS
//
// SEEDS is a copy of Fixtures/photos without bomb-*.heic and white-*: these take seconds each.

#include "CPhotoCodec.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static void require(int holds) {
  if (!holds) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  struct photo_result result;
  if (photo_process(bytes, count, &result) == PHOTO_OK) {
    require(result.photo_count > 0 && result.photo_count < PHOTO_BYTE_LIMIT);
    require(result.thumbnail_count > 0 && result.thumbnail_count < PHOTO_BYTE_LIMIT);
    require(result.width > 0 && (uint64_t)result.width * result.height <= PHOTO_PIXEL_LIMIT);
  } else {
    require(result.photo == NULL && result.thumbnail == NULL && result.width == 0);
  }
  photo_free(&result);
  (void)photo_make_thumbnail(bytes, count, &result);
  photo_free(&result);
  if (photo_make_preview(bytes, count, 240, &result) == PHOTO_OK) require(result.thumbnail_count < PHOTO_BYTE_LIMIT);
  photo_free(&result);
  if (photo_make_pixels(bytes, count, 48, &result) == PHOTO_OK) require(result.thumbnail_count == 3 * 48 * 48);
  photo_free(&result);
  return 0;
}
