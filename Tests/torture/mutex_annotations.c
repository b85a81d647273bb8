// Tells the thread sanitizer of Swift's Mutex. On Linux a Mutex that somebody waits for is handed over by the kernel, in a
// library that is not instrumented: without this, every contended Mutex is reported as a race.
//
// Preloaded by Tools/sanitize-threads. These three are the slow paths of Synchronization's Mutex; what stands before them
// is inlined, and instrumented.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// The sanitizer's own, in the program.
void __tsan_acquire(void *address);
void __tsan_release(void *address);

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void lock_slow(uint32_t thread, SELF) {
  static SWIFT void (*real)(uint32_t, SELF);
  if (!real) real = (SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK);
  real(thread, self);
  __tsan_acquire(self);
}

SWIFT bool try_lock_slow(SELF) __asm__(TRY_LOCK);
SWIFT bool try_lock_slow(SELF) {
  static SWIFT bool (*real)(SELF);
  if (!real) real = (SWIFT bool (*)(SELF))dlsym(RTLD_NEXT, TRY_LOCK);
  bool isLocked = real(self);
  if (isLocked) __tsan_acquire(self);
  return isLocked;
}

SWIFT void unlock_slow(SELF) __asm__(UNLOCK);
SWIFT void unlock_slow(SELF) {
  static SWIFT void (*real)(SELF);
  if (!real) real = (SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK);
  __tsan_release(self);
  real(self);
}
