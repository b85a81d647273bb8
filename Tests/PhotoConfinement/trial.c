// A process that confines itself as the worker for photos does, and then misbehaves in every way it can think of.
//
// Usage: PhotoConfinementTrial MECHANISMS, bits of enum photo_mechanism, in an empty directory. Prints lines of a name
// and a number: what the kernel has of each mechanism, what photo_confine_process reports of it, and for each attempt 0
// or the error.

// For pthread_create, ptrace, unshare and the rest of it.
#define _GNU_SOURCE
#include "CPhotoCodec.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t parent;
static struct sockaddr_in port;
static struct sockaddr_un abstract, named;
static socklen_t abstract_size, named_size;

static void print(const char *name, int number) {
  char line[64];
  int count = snprintf(line, sizeof line, "%s %d\n", name, number);
  if (write(1, line, (size_t)count) != count) _exit(1);
}

/// Gives back what was opened, since only one descriptor is free.
static int closing(int descriptor) { return descriptor < 0 ? -1 : close(descriptor); }

static int try_read(void) { return closing(open("file", O_RDONLY)); }
static int try_write(void) { return closing(open("file", O_WRONLY)); }
static int try_create(void) { return closing(open("created", O_WRONLY | O_CREAT, 0600)); }
static int try_list(void) { return closing(open(".", O_RDONLY | O_DIRECTORY)); }
static int try_truncate(void) { return truncate("file", 0); }
static int try_unlink(void) { return unlink("unlinked"); }
static int try_rename(void) { return rename("renamed", "otherwise"); }
static int try_mkdir(void) { return mkdir("directory", 0700); }
static int try_symlink(void) { return symlink("file", "link"); }
static int try_chmod(void) { return chmod("file", 0777); }

static int connect_to(int family, const void *address, socklen_t size) {
  int descriptor = socket(family, SOCK_STREAM, 0);
  if (descriptor < 0) return -1;
  int outcome = connect(descriptor, address, size), reason = errno;
  close(descriptor);
  errno = reason;
  return outcome;
}

static int try_connect_tcp(void) { return connect_to(AF_INET, &port, sizeof port); }
static int try_connect_abstract(void) { return connect_to(AF_UNIX, &abstract, abstract_size); }
static int try_connect_named(void) { return connect_to(AF_UNIX, &named, named_size); }

static int try_bind_tcp(void) {
  int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  if (descriptor < 0) return -1;
  struct sockaddr_in any = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int outcome = bind(descriptor, (struct sockaddr *)&any, sizeof any), reason = errno;
  close(descriptor);
  errno = reason;
  return outcome;
}

static int try_signal(void) { return kill(parent, SIGUSR1); }
static int try_trace(void) { return (int)ptrace(PTRACE_SEIZE, parent, NULL, NULL); }
static int try_unshare(void) { return unshare(CLONE_NEWUSER); }

static int try_fork(void) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  return child < 0 ? -1 : (int)(waitpid(child, NULL, 0) - child);
}

static int map(int protection, int later_protection) {
  void *memory = mmap(NULL, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? -1 : mprotect(memory, 4096, later_protection);
}

static int try_map_executable(void) { return map(PROT_READ | PROT_EXEC, PROT_READ); }
static int try_protect_executable(void) { return map(PROT_READ | PROT_WRITE, PROT_READ | PROT_EXEC); }

static void *in_thread(void *argument) { return argument; }

/// What the decoders do.
static int try_thread(void) {
  pthread_t thread;
  errno = pthread_create(&thread, NULL, in_thread, NULL);
  if (errno == 0) errno = pthread_join(thread, NULL);
  return errno == 0 ? 0 : -1;
}

/// Comes last: where it is possible, the other program speaks.
static int try_execute(void) { return execl("/bin/echo", "echo", "execute", "0", NULL); }

static const struct {
  const char *name;
  int (*attempt)(void);
} attempts[] = {
  {"thread", try_thread},
  {"read", try_read},
  {"write", try_write},
  {"create", try_create},
  {"list", try_list},
  {"truncate", try_truncate},
  {"unlink", try_unlink},
  {"rename", try_rename},
  {"mkdir", try_mkdir},
  {"symlink", try_symlink},
  {"chmod", try_chmod},
  {"connect-tcp", try_connect_tcp},
  {"bind-tcp", try_bind_tcp},
  {"connect-abstract", try_connect_abstract},
  {"connect-named", try_connect_named},
  {"signal", try_signal},
  {"trace", try_trace},
  {"unshare", try_unshare},
  {"fork", try_fork},
  {"map-executable", try_map_executable},
  {"protect-executable", try_protect_executable},
  {"execute", try_execute},
};

static void misbehave(uint32_t mechanisms) {
  struct photo_confinement confinement;
  if (photo_confine_process(mechanisms, &confinement) != 0) _exit(1);
  print("landlock", confinement.landlock_version);
  print("seccomp", confinement.has_seccomp);
  // The limit on descriptors is no obstacle to who closes one.
  close(0);
  for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
    print(attempts[i].name, attempts[i].attempt() == 0 ? 0 : errno);
  }
}

static void require(int holds) {
  if (holds) return;
  perror("PhotoConfinementTrial");
  exit(1);
}

static void make_file(const char *name) {
  int descriptor = open(name, O_WRONLY | O_CREAT, 0600);
  require(descriptor >= 0 && write(descriptor, "content", 7) == 7);
  close(descriptor);
}

static void listen_at(int family, void *address, socklen_t size) {
  int descriptor = socket(family, SOCK_STREAM, 0);
  require(descriptor >= 0 && bind(descriptor, address, size) == 0 && listen(descriptor, 5) == 0);
  require(getsockname(descriptor, address, &size) == 0);
}

int main(int count, char **arguments) {
  if (count != 2) return 64;
  umask(077);
  long version = syscall(444 /* landlock_create_ruleset */, NULL, 0, 1 /* LANDLOCK_CREATE_RULESET_VERSION */);
  print("kernel-landlock", version > 0 ? (int)version : 0);
  // As seccomp(2) says: a kernel with filters looks for the one that is not there.
  print("kernel-seccomp", prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0) != 0 && errno == EFAULT);
  make_file("file");
  make_file("unlinked");
  make_file("renamed");
  port = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  listen_at(AF_INET, &port, sizeof port);
  named = (struct sockaddr_un){.sun_family = AF_UNIX, .sun_path = "socket"};
  named_size = sizeof named;
  listen_at(AF_UNIX, &named, named_size);
  abstract = (struct sockaddr_un){.sun_family = AF_UNIX};
  int length = snprintf(abstract.sun_path + 1, sizeof abstract.sun_path - 1, "checkin-trial-%d", getpid());
  abstract_size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
  listen_at(AF_UNIX, &abstract, abstract_size);
  require(signal(SIGUSR1, SIG_IGN) != SIG_ERR);

  parent = getpid();
  pid_t child = fork();
  require(child >= 0);
  if (child == 0) {
    misbehave((uint32_t)strtoul(arguments[1], NULL, 10));
    _exit(0);
  }
  int status = 0;
  require(waitpid(child, &status, 0) == child);
  return status == 0 ? 0 : 1;
}
