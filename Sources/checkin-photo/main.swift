// The worker: reads one photo from standard input, writes a reply to standard output, and ends. It is started by
// PhotoProcessing, once for each photo. With --thumbnail it takes a JPEG and makes only its thumbnail.

internal import CPhotoCodec
internal import Glibc
internal import PhotoProcessing

guard photo_confine_process() == 0 else { exit(EX_OSERR) }
let makesThumbnail = CommandLine.arguments.dropFirst() == [PhotoReply.thumbnailOption]
guard makesThumbnail || CommandLine.arguments.count == 1 else { exit(EX_USAGE) }
guard writeAll(reply(to: Input.read(), makesThumbnail: makesThumbnail).bytes) else { exit(EX_IOERR) }
