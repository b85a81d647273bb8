// For syscall.
#define _GNU_SOURCE
#include "confine.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && defined(__AARCH64EL__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

/// A thread as pthread_create makes it; any other clone is a process, or leaves a namespace.
#define THREAD                                                                                                  \
  (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS |            \
   CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID)

/// The value that the filter looks at next: the lower half of the argument, on these little-endian machines.
#define LOAD_NUMBER BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
#define LOAD_ARGUMENT(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]))
#define ANSWER(action) BPF_STMT(BPF_RET | BPF_K, action)
#define REFUSE(number) ANSWER(SECCOMP_RET_ERRNO | (number))
/// Skips the next `count` instructions unless the value is this one.
#define SKIP_UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count)
#define ALLOW(call) SKIP_UNLESS(__NR_##call, 1), ANSWER(SECCOMP_RET_ALLOW)
/// Memory is never made executable: mmap and mprotect have the protection as their third argument.
#define ALLOW_UNLESS_EXECUTABLE(call)                                                                           \
  SKIP_UNLESS(__NR_##call, 4), LOAD_ARGUMENT(2), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),         \
    REFUSE(EPERM), ANSWER(SECCOMP_RET_ALLOW)

// What is not allowed fails with EPERM and does not kill: libraries ask for things that they can do without, such as
// the time zone, and which of them they ask for changes from version to version.
static struct sock_filter instructions[] = {
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
  // The numbers mean other calls elsewhere: a program for this machine has no cause to change over.
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
  ANSWER(SECCOMP_RET_KILL_PROCESS),
  LOAD_NUMBER,
#ifdef __x86_64__
  // From here on the numbers are those of x32.
  BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
  ANSWER(SECCOMP_RET_KILL_PROCESS),
#endif
  ALLOW(read),
  ALLOW(write),
  ALLOW(futex),
  ALLOW(brk),
  ALLOW(munmap),
  ALLOW(mremap),
  ALLOW(madvise),
  ALLOW(clock_gettime),
  ALLOW(sched_yield),
  ALLOW(sched_getaffinity),
  ALLOW(getrandom),
  ALLOW(restart_syscall),
  ALLOW(rt_sigaction),
  ALLOW(rt_sigprocmask),
  ALLOW(rt_sigreturn),
  ALLOW(set_robust_list),
#ifdef __NR_rseq
  ALLOW(rseq),
#endif
  ALLOW(exit),
  ALLOW(exit_group),
  ALLOW_UNLESS_EXECUTABLE(mmap),
  ALLOW_UNLESS_EXECUTABLE(mprotect),
#ifdef __NR_clone3
  // Its flags lie in memory, where a filter cannot look. Without it, the C library makes threads by clone.
  SKIP_UNLESS(__NR_clone3, 1),
  REFUSE(ENOSYS),
#endif
  SKIP_UNLESS(__NR_clone, 3),
  LOAD_ARGUMENT(0),
  SKIP_UNLESS(THREAD, 1),
  ANSWER(SECCOMP_RET_ALLOW),
  REFUSE(EPERM),
};

static long seccomp(unsigned operation, unsigned flags, void *argument) {
  return syscall(__NR_seccomp, operation, flags, argument);
}

int confine_with_seccomp(void) {
  uint32_t action = SECCOMP_RET_KILL_PROCESS;
  if (seccomp(SECCOMP_GET_ACTION_AVAIL, 0, &action) != 0) return 0;
  struct sock_fprog program = {sizeof instructions / sizeof *instructions, instructions};
  return seccomp(SECCOMP_SET_MODE_FILTER, 0, &program) == 0 ? 1 : -1;
}

#else

// For other processors there is no filter.
int confine_with_seccomp(void) { return 0; }

#endif
