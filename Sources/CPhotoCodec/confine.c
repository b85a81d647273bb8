// For closefrom and RLIMIT_AS.
#define _GNU_SOURCE
#include "CPhotoCodec.h"
#include "confine.h"

#include <libheif/heif.h>
#include <malloc.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

enum { address_space_limit = 600000000, processor_second_limit = 30, file_limit = 4000000, descriptor_limit = 3 };

/// Lowers a limit for good; one that is lower already stays.
static int limit(__rlimit_resource_t resource, rlim_t most) {
  struct rlimit now;
  if (getrlimit(resource, &now) != 0) return -1;
  rlim_t value = now.rlim_max == RLIM_INFINITY || now.rlim_max > most ? most : now.rlim_max;
  return setrlimit(resource, &(struct rlimit){value, value});
}

static int confine_resources(void) {
  closefrom(descriptor_limit);
  // One heap: every further one would reserve 64 MB of address space for its thread.
  mallopt(M_ARENA_MAX, 1);
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  // Nobody may look into this process, nor find the photo in a core dump.
  if (prctl(PR_SET_DUMPABLE, 0) != 0 || limit(RLIMIT_CORE, 0) != 0) return -1;
  if (limit(RLIMIT_AS, address_space_limit) != 0) return -1;
  if (limit(RLIMIT_CPU, processor_second_limit) != 0) return -1;
  if (limit(RLIMIT_FSIZE, file_limit) != 0) return -1;
  return 0;
}

int photo_confine_process(uint32_t wanted, struct photo_confinement *confinement) {
  *confinement = (struct photo_confinement){0};
  // The decoders may be files of their own, which the library opens here, or else with the first picture. What fails
  // now fails again with that.
  (void)heif_init(NULL);
  if (confine_resources() != 0) return -1;
  if (wanted & PHOTO_LANDLOCK) confinement->landlock_version = confine_with_landlock();
  if (confinement->landlock_version < 0 || limit(RLIMIT_NOFILE, descriptor_limit) != 0) return -1;
  if (wanted & PHOTO_SECCOMP) confinement->has_seccomp = confine_with_seccomp();
  return confinement->has_seccomp < 0 ? -1 : 0;
}
