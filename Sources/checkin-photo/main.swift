// The worker: reads one photo from standard input, writes a reply to standard output, and ends. It is started by
// PhotoProcessing, once for each photo. With --thumbnail, --preview or --pixels it takes a JPEG and makes only a small
// picture; with --version it reads nothing, and reports its libraries and how it is confined.

internal import CPhotoCodec
internal import Glibc
internal import PhotoProcessing

var confinement = photo_confinement()
guard photo_confine_process(PHOTO_LANDLOCK.rawValue | PHOTO_SECCOMP.rawValue, &confinement) == 0 else {
  exit(EX_OSERR)
}
if CommandLine.arguments.dropFirst() == [WorkerDetails.option] {
  guard writeAll(WorkerDetails.ofThisProcess(confinedBy: confinement).bytes) else { exit(EX_IOERR) }
  exit(EX_OK)
}
guard let task = Task(CommandLine.arguments.dropFirst()) else { exit(EX_USAGE) }
guard writeAll(reply(to: Input.read(), task).bytes) else { exit(EX_IOERR) }
