// The worker: reads one photo from standard input, writes a reply to standard output, and ends. It is started by
// PhotoProcessing, once for each photo. With --thumbnail or --pixels it takes a JPEG and makes only a small picture.

internal import CPhotoCodec
internal import Glibc
internal import PhotoProcessing

guard photo_confine_process() == 0 else { exit(EX_OSERR) }
guard let task = Task(CommandLine.arguments.dropFirst()) else { exit(EX_USAGE) }
guard writeAll(reply(to: Input.read(), task).bytes) else { exit(EX_IOERR) }
