// What was typed into a form and not saved yet, for as long as the tab lives.
export const drafts = {
  key: (name) => "checkin.draft." + name,
  read(name) { try { return JSON.parse(sessionStorage.getItem(this.key(name))); } catch { return null; } },
  write(name, value) { try { sessionStorage.setItem(this.key(name), JSON.stringify(value)); } catch { /* full */ } },
  drop(name) { try { sessionStorage.removeItem(this.key(name)); } catch { /* not allowed */ } },
  /** Drops the one whose form was sent last: it was saved. */
  dropSaved() {
    const saved = this.read("saving");
    if (saved) this.drop(saved);
    this.drop("saving");
  },
};

if ("clearDraft" in document.body.dataset) drafts.dropSaved();
