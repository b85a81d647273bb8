#ifndef PHOTO_CONFINE_H
#define PHOTO_CONFINE_H

// The kernel's mechanisms that take rights from this process for good. Both need no_new_privs to be set.
// Each returns 0 where the kernel lacks the mechanism, and -1 with errno where it fails.

/// Landlock: no file can be reached by a name, and where the kernel is new enough, no TCP port, and no signal and no
/// abstract socket outside this process. What is open stays open. Needs a free descriptor for a moment.
/// Returns the version of the kernel's interface.
int confine_with_landlock(void);

/// seccomp: only the system calls are left that decoding needs with everything opened. Returns 1.
int confine_with_seccomp(void);

#endif
