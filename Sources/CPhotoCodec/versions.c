#include "CPhotoCodec.h"

// jpeglib.h needs it first.
#include <stdio.h>

#include <jpeglib.h>
#include <lcms2.h>
#include <libheif/heif.h>
#include <png.h>

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)

struct photo_libraries photo_library_versions(void) {
  return (struct photo_libraries){
    .heif = heif_get_version(),
    // The library itself does not say.
    .jpeg = TEXT(LIBJPEG_TURBO_VERSION),
    .png = png_get_libpng_ver(NULL),
    .little_cms = cmsGetEncodedCMMversion(),
  };
}
