import Foundation
import TestSupport
import Testing

/// The gallery: one page that needs nothing but itself.
struct GalleryTests {
  @Test func thePage() throws {
    let checkin = try CheckInProcess.withPhotos()
    try checkin.run(
      "add", "swim", #"<script>alert("x")</script> & 'more'"#, "--at", "2026-10-03T10:00", "--location", "Secret place",
      "--notes", "Secret note")
    try checkin.run("edit", "2", "--notes", "Secret note", "--location", "Secret place")
    let before = checkin.journalFiles()
    let file = checkin.directory + "/gallery.html"
    let outcome = try checkin.run("gallery", file)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "Wrote 2 months with 4 check-ins and 2 photos to \(file)\n")
    #expect(checkin.journalFiles() == before)
    let page = try String(contentsOfFile: file, encoding: .utf8)
    #expect(page.components(separatedBy: "src=\"data:image/jpeg;base64,").count == 3)
    #expect(page.components(separatedBy: "<table>").count == 3)
    #expect(page.contains("Saturday 21 November 2026, 1 check-in, newest Run, Morning 5k, with a photo"))
    #expect(page.contains("prefers-color-scheme:dark"))
    #expect(page.contains("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;more&#39;"))
    for forbidden in ["<script", "Secret", "http:", "https:", "javascript", "Wrong"] {
      #expect(!page.contains(forbidden), "\(forbidden)")
    }
    let november = try #require(page.range(of: "November 2026"))
    let october = try #require(page.range(of: "October 2026"))
    #expect(november.lowerBound < october.lowerBound)

    // The thumbnails are those of the cache.
    let kept = try Tool.shell(
      "python3 -c \"import re,base64,sys,subprocess;"
        + "[print(len(base64.b64decode(d))) for d in re.findall(r'base64,([^\\\"]+)', open('gallery.html').read())]\"",
      in: checkin.directory)
    #expect(kept.text.split(separator: "\n").count == 2, "\(kept.errorText)")
  }

  @Test func monthsAndMoments() throws {
    let checkin = try CheckInProcess.withPhotos()
    try checkin.run("add", "swim", "Lake", "--at", "2026-10-03T10:00")
    #expect(!(try checkin.run("gallery", "-", "--from", "2026-11").output.contains("Lake")))
    #expect(!(try checkin.run("gallery", "-", "--to", "2026-10").output.contains("Morning 5k")))
    #expect(try checkin.run("gallery", "-", "--as-of", "5").output.contains("data:image") == false)
    #expect(try checkin.run("gallery", "-", "--from", "soon").status == 64)
    #expect(try CheckInProcess(environment: ["CHECKIN_JOURNAL": nil]).run("gallery", "-").status == 0)
  }

  @Test func onlyAnEarlierGalleryIsReplaced() throws {
    let checkin = try CheckInProcess.withPhotos()
    let file = checkin.directory + "/page.html"
    #expect(try checkin.run("gallery", file).status == 0)
    #expect(try checkin.run("gallery", file, "--json").object()["photos"] as? Int == 2)
    try "mine".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try checkin.run("gallery", file).status == 64)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    #expect(try checkin.run("gallery", file, "--force").status == 0)
    #expect(try checkin.run("gallery", checkin.directory).status == 66)
  }

  @Test func aPhotoThatIsNotThereIsAnIcon() throws {
    let checkin = try CheckInProcess.withPhotos()
    let digest = try #require(try checkin.photo(of: 1))
    try FileManager.default.removeItem(atPath: "\(checkin.journal)/photos/\(digest.prefix(2))/\(digest).jpg")
    let outcome = try checkin.run("gallery", "-")
    #expect(outcome.status == 0)
    #expect(outcome.output.components(separatedBy: "data:image/jpeg").count == 2)
    #expect(outcome.output.contains("<span class=\"icon run\">R</span>"))
    #expect(outcome.errors.contains("1 photo is shown as an icon"))
  }
}
