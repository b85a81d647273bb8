// For syscall.
#define _GNU_SOURCE
#include "confine.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// Declared here, and not taken from <linux/landlock.h>: the headers may be older than the kernel. The numbers are the
// same on every architecture.
enum { create_ruleset = 444, restrict_self = 446, ask_for_version = 1 };

/// `struct landlock_ruleset_attr`: the rights that the ruleset takes away unless a rule gives them back. A kernel that
/// knows fewer members takes a longer struct if the rest is zero.
struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

static int open_ruleset(const struct ruleset *ruleset) {
  return (int)syscall(create_ruleset, ruleset, sizeof *ruleset, 0);
}

/// All rights of one kind that this kernel knows. They are consecutive bits, and a ruleset with an unknown one is
/// refused: so the kernel is asked, and rights that are newer than this program are taken away as well.
static uint64_t all_rights(size_t offset) {
  for (uint64_t rights = UINT64_MAX; rights != 0; rights >>= 1) {
    struct ruleset ruleset = {0};
    *(uint64_t *)((char *)&ruleset + offset) = rights;
    int descriptor = open_ruleset(&ruleset);
    if (descriptor < 0) continue;
    close(descriptor);
    return rights;
  }
  return 0;
}

int confine_with_landlock(void) {
  long version = syscall(create_ruleset, NULL, 0, ask_for_version);
  if (version <= 0) return 0;
  struct ruleset ruleset = {
    .files = all_rights(offsetof(struct ruleset, files)),
    .network = all_rights(offsetof(struct ruleset, network)),
    .scopes = all_rights(offsetof(struct ruleset, scopes)),
  };
  int descriptor = open_ruleset(&ruleset);
  if (descriptor < 0) return -1;
  long outcome = syscall(restrict_self, descriptor, 0);
  int reason = errno;
  close(descriptor);
  errno = reason;
  return outcome == 0 ? (int)version : -1;
}
