// What was typed into a form and not saved yet, for as long as the tab lives.
export const drafts = {
  key: (name) => "checkin.draft." + name,
  read(name) { try { return JSON.parse(sessionStorage.getItem(this.key(name))); } catch { return null; } },
  write(name, value) { try { sessionStorage.setItem(this.key(name), JSON.stringify(value)); } catch { /* full */ } },
  drop(name) { try { sessionStorage.removeItem(this.key(name)); } catch { /* not allowed */ } },
};

if ("clearDraft" in document.body.dataset) {
  // The check-in was saved.
  const saved = drafts.read("saving");
  if (saved) drafts.drop(saved);
  drafts.drop("saving");
}
