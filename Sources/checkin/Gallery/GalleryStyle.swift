import CheckInJournal

/// The gallery's style sheet. The page loads no external resources.
enum GalleryStyle {
  static var sheet: String {
    let types = ExerciseType.allCases.map { type in
      let color = Color(of: type)
      let ink = color.luminance > Color.blackOrWhiteLuminance ? "#000" : "#fff"
      return ".\(name(of: type)){background:\(color.hexadecimal);color:\(ink)}"
    }
    return fixed + types.joined(separator: "\n") + "\n"
  }

  /// The class of a type: `strength-training`.
  static func name(of type: ExerciseType) -> String {
    type.name.lowercased().split(separator: " ").joined(separator: "-")
  }

  private static let fixed = """
    :root{color-scheme:light dark;--paper:#f2f2f7;--card:#fff;--ink:#1c1c1e;--soft:#636366;--line:#d1d1d6}
    @media (prefers-color-scheme:dark){
    :root{--paper:#000;--card:#1c1c1e;--ink:#f2f2f7;--soft:#aeaeb2;--line:#3a3a3c}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.4 system-ui,sans-serif}
    header,footer{max-width:76rem;margin:auto;padding:1.5rem 1rem .5rem}
    h1{margin:0;font-size:1.75rem}
    h2{margin:0;font-size:1.15rem}
    p{margin:.15rem 0;color:var(--soft)}
    main{max-width:76rem;margin:auto;padding:.5rem 1rem 2rem;display:grid;gap:1rem;align-items:start;
    grid-template-columns:repeat(auto-fill,minmax(min(100%,22.5rem),1fr))}
    section{background:var(--card);border-radius:1rem;padding:1rem}
    table{width:100%;margin-top:.5rem;border-collapse:collapse;table-layout:fixed}
    abbr{text-decoration:none}
    th{padding:.2rem 0;color:var(--soft);font-size:.75rem;font-weight:600}
    td{height:4.1rem;padding:0;text-align:center;vertical-align:top}
    .number{display:block;height:1.1rem;font-size:.75rem;color:var(--soft)}
    .shown .number{color:var(--ink);font-weight:600}
    .picture{position:relative;display:inline-block}
    .picture img,.icon{display:block;width:min(2.75rem,11vw);height:min(2.75rem,11vw);border-radius:50%}
    .icon{display:grid;place-items:center;font-weight:700}
    .more{position:absolute;right:-.45rem;bottom:-.2rem;padding:0 .3rem;border-radius:.6rem;background:var(--ink);
    color:var(--card);font-size:.7rem;font-weight:700;line-height:1.1rem}
    .words{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    details{margin-top:.5rem;border-top:1px solid var(--line);padding-top:.5rem}
    summary{cursor:pointer;color:var(--soft);padding:.2rem 0}
    ol{margin:.3rem 0 0;padding:0;list-style:none}
    li{padding:.15rem 0;overflow-wrap:anywhere}
    li span{color:var(--soft)}
    .legend{display:flex;flex-wrap:wrap;gap:.3rem 1rem;margin-top:.75rem;padding:0;list-style:none}
    .legend li{display:flex;align-items:center;gap:.4rem;padding:0}
    .legend .icon{width:1.5rem;height:1.5rem;font-size:.8rem}
    @media print{section{break-inside:avoid}}

    """
}
