// Runs the photo codec over files, and over truncations and random byte flips of each.
// Usage: photo-corpus SEED VARIANTS FILE…

#include "CPhotoCodec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static unsigned long verdicts[16];

/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
static uint64_t next_random(uint64_t *state) {
  uint64_t z = (*state += 0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

/// Runs the fuzzer's checks, and counts what becomes of the photo. Returns whether it is a large one.
static int run(const uint8_t *bytes, size_t count) {
  // A copy of its exact size: so reading a byte too far is seen.
  uint8_t *copy = malloc(count > 0 ? count : 1);
  if (copy == NULL) exit(1);
  memcpy(copy, bytes, count);
  LLVMFuzzerTestOneInput(copy, count);
  struct photo_result result;
  enum photo_verdict verdict = photo_process(copy, count, &result);
  int is_large = verdict == PHOTO_TOO_LARGE || (uint64_t)result.width * result.height > 1000000;
  verdicts[verdict] += 1;
  photo_free(&result);
  free(copy);
  return is_large;
}

static void run_variants(uint8_t *bytes, size_t count, unsigned long variants, uint64_t *random) {
  for (unsigned long i = 0; i < variants; i++) {
    if (i % 4 == 0) {
      run(bytes, next_random(random) % count);
      continue;
    }
    // One to eight bytes are changed, and put back.
    size_t flips = 1 + next_random(random) % 8, places[8];
    uint8_t old[8];
    for (size_t flip = 0; flip < flips; flip++) {
      places[flip] = next_random(random) % count;
      old[flip] = bytes[places[flip]];
      bytes[places[flip]] ^= (uint8_t)(1 + next_random(random) % 255);
    }
    run(bytes, count);
    for (size_t flip = flips; flip-- > 0;) bytes[places[flip]] = old[flip];
  }
}

int main(int count, char **arguments) {
  if (count < 4) return 64;
  uint64_t random = strtoull(arguments[1], NULL, 10);
  unsigned long variants = strtoul(arguments[2], NULL, 10);
  for (int i = 3; i < count; i++) {
    FILE *file = fopen(arguments[i], "rb");
    static uint8_t bytes[1 << 20];
    if (file == NULL) return 66;
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    // What is large takes seconds under a sanitizer, and is varied less.
    int is_large = run(bytes, size);
    if (size > 0) run_variants(bytes, size, is_large ? variants / 20 : variants, &random);
    fprintf(stderr, ".");
  }
  static const char *const names[] = {
    "taken", "empty", "unknown kind", "truncated", "damaged", "too large", "too many scans", "unsupported",
    "out of memory", "not encoded",
  };
  unsigned long total = 0;
  for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) total += verdicts[i];
  printf("\n%lu photos:", total);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (verdicts[i] > 0) printf(" %lu %s;", verdicts[i], names[i]);
  }
  printf("\n");
  return 0;
}
