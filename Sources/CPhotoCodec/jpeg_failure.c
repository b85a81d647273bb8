#include "jpeg_failure.h"

#include <jerror.h>

static enum photo_verdict verdict_of(int message) {
  switch (message) {
  case JERR_OUT_OF_MEMORY: return PHOTO_OUT_OF_MEMORY;
  case JERR_INPUT_EOF:
  case JWRN_JPEG_EOF: return PHOTO_TRUNCATED;
  case JERR_IMAGE_TOO_BIG:
  case JERR_WIDTH_OVERFLOW: return PHOTO_TOO_LARGE;
  case JERR_BAD_PRECISION:
  case JERR_SOF_UNSUPPORTED:
  case JERR_ARITH_NOTIMPL:
  case JERR_NOT_COMPILED:
  case JERR_CCIR601_NOTIMPL:
  case JERR_FRACT_SAMPLE_NOTIMPL:
  case JERR_CONVERSION_NOTIMPL: return PHOTO_UNSUPPORTED;
  default: return PHOTO_DAMAGED;
  }
}

void jpeg_fail(j_common_ptr common, enum photo_verdict verdict) {
  // The manager is the first member.
  struct jpeg_failure *failure = (struct jpeg_failure *)common->err;
  failure->verdict = verdict;
  longjmp(failure->jump, 1);
}

static void error_exit(j_common_ptr common) { jpeg_fail(common, verdict_of(common->err->msg_code)); }

/// Below zero are warnings: data that is damaged, though the library could make up something.
static void emit_message(j_common_ptr common, int level) {
  if (level < 0) error_exit(common);
}

static void print_nothing(j_common_ptr common) { (void)common; }

struct jpeg_error_mgr *jpeg_failure_manager(struct jpeg_failure *failure) {
  struct jpeg_error_mgr *manager = jpeg_std_error(&failure->manager);
  manager->error_exit = error_exit;
  manager->emit_message = emit_message;
  manager->output_message = print_nothing;
  return manager;
}
