#ifndef PHOTO_JPEG_FAILURE_H
#define PHOTO_JPEG_FAILURE_H

#include "CPhotoCodec.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

// libjpeg reports an error through a function that must not return. Here it jumps back to whoever called the library,
// with the verdict; warnings count as errors, and nothing is printed.

struct jpeg_failure {
  struct jpeg_error_mgr manager;
  jmp_buf jump;
  enum photo_verdict verdict;
};

/// Makes the manager of a failure that jumps.
struct jpeg_error_mgr *jpeg_failure_manager(struct jpeg_failure *failure);

/// Ends the work on a JPEG with a verdict. Does not return.
_Noreturn void jpeg_fail(j_common_ptr common, enum photo_verdict verdict);

#endif
