#ifndef CPHOTOCODEC_H
#define CPHOTOCODEC_H

#include <stddef.h>
#include <stdint.h>

// Turns an untrusted photo into an upright sRGB JPEG without metadata, and a thumbnail.
// Meant for a short-lived process of its own, whose memory and time are limited: see photo_confine_process.

/// The most pixels a photo may have.
#define PHOTO_PIXEL_LIMIT 50000000u

/// The longest side a photo may have: more does not fit a JPEG.
#define PHOTO_SIDE_LIMIT 65500u

/// A made JPEG has fewer bytes than this.
#define PHOTO_BYTE_LIMIT 2000000u

/// Width and height of a thumbnail, in pixels.
#define PHOTO_THUMBNAIL_SIDE 200u

/// The shorter side of the largest preview, in pixels.
#define PHOTO_PREVIEW_SIDE 960u

/// What became of a photo.
enum photo_verdict {
  PHOTO_OK = 0,
  PHOTO_EMPTY = 1,
  /// Neither JPEG, PNG, HEIC nor AVIF.
  PHOTO_UNKNOWN_KIND = 2,
  /// It ends too early.
  PHOTO_TRUNCATED = 3,
  PHOTO_DAMAGED = 4,
  /// More than PHOTO_PIXEL_LIMIT pixels, or a side above PHOTO_SIDE_LIMIT.
  PHOTO_TOO_LARGE = 5,
  /// A JPEG of more than 64 scans.
  PHOTO_TOO_MANY_SCANS = 6,
  /// A known kind, in a form that the libraries cannot read.
  PHOTO_UNSUPPORTED = 7,
  PHOTO_OUT_OF_MEMORY = 8,
  /// The JPEG could not be written.
  PHOTO_NOT_ENCODED = 9,
};

/// What a photo carried and the result does not: bits of photo_result.removed.
enum photo_metadata {
  PHOTO_LOCATION = 1,
  PHOTO_OTHER_METADATA = 2,
};

/// The made JPEGs. Their memory belongs to the caller until photo_free.
struct photo_result {
  uint8_t *photo;
  size_t photo_count;
  uint8_t *thumbnail;
  size_t thumbnail_count;
  uint32_t width;
  uint32_t height;
  uint32_t removed;
};

/// Makes photo and thumbnail. The result is zero throughout unless the verdict is PHOTO_OK.
enum photo_verdict photo_process(const uint8_t *bytes, size_t count, struct photo_result *result);

/// Makes only the thumbnail, and only of a JPEG. The other members but `removed` stay zero.
enum photo_verdict photo_make_thumbnail(const uint8_t *bytes, size_t count, struct photo_result *result);

/// Makes a smaller JPEG of a whole JPEG, whose shorter side has at most `side` pixels, 1 to PHOTO_PREVIEW_SIDE: as the
/// thumbnail, with its width and height. The photo's bytes stay empty.
enum photo_verdict photo_make_preview(
  const uint8_t *bytes, size_t count, uint32_t side, struct photo_result *result);

/// Makes a square of `side` pixels, 1 to PHOTO_THUMBNAIL_SIDE, from the centre of a JPEG: the thumbnail's bytes are red,
/// green and blue of each pixel then, row by row. The other members but `removed` stay zero.
enum photo_verdict photo_make_pixels(
  const uint8_t *bytes, size_t count, uint32_t side, struct photo_result *result);

/// Frees what the result points to, and clears it.
void photo_free(struct photo_result *result);

/// The mechanisms of the kernel that confine a process: bits of what photo_confine_process is asked for.
enum photo_mechanism {
  PHOTO_LANDLOCK = 1,
  PHOTO_SECCOMP = 2,
};

/// What confines this process beside its limits; 0 for what was not wanted, or what the kernel lacks.
struct photo_confinement {
  /// The version of Landlock's interface, from 1.
  int landlock_version;
  int has_seccomp;
};

/// Confines this process before it touches a photo: 600 MB of address space, 30 s of processor time, no file above
/// 4 MB, no descriptor but the standard three, no core dump; it ends when its parent does. Where they are wanted and the
/// kernel has them: with Landlock it reaches no file, no TCP port and no other process; with seccomp only the system
/// calls are left that decoding needs. The libraries' own files are loaded before.
/// Returns 0, or -1 with errno where the system refuses.
int photo_confine_process(uint32_t wanted, struct photo_confinement *confinement);

/// The versions of the libraries, as text; Little CMS's is a number such as 2140 for 2.14.
struct photo_libraries {
  const char *heif;
  const char *jpeg;
  const char *png;
  int little_cms;
};

struct photo_libraries photo_library_versions(void);

#endif
