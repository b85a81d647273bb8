"use strict";
// The page works without this. Here are conveniences: live updates, the photo's preview, drafts, and a warning.

const body = document.body;

// --- Live updates: the page is read again when the journal has gone on, whoever appended.
function isTyping() {
  return document.activeElement && document.activeElement.matches("input, textarea, select");
}

async function refresh(sequence) {
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const main = document.getElementById("main");
  const fresh = page.getElementById("main");
  if (!fresh) return;
  const focused = main.contains(document.activeElement) ? document.activeElement.id : null;
  main.replaceChildren(...document.adoptNode(fresh).childNodes);
  body.dataset.sequence = page.body.dataset.sequence || sequence;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  prepareSlider();
  showNow();
}

let source = null;

function listen() {
  if (source || !("live" in body.dataset) || document.hidden) return;
  source = new EventSource("/events");
  source.onmessage = (event) => {
    if (event.data === body.dataset.sequence || isTyping()) return;
    refresh(event.data).catch(() => {});
  };
}

// A browser opens few connections to one server: a page that nobody sees gives its own back.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    source?.close();
    source = null;
  } else {
    listen();
  }
});
addEventListener("pagehide", () => { source?.close(); source = null; });
addEventListener("pageshow", listen);
listen();

// A message about what was just done is told once.
if (new URLSearchParams(location.search).has("notice")) {
  const address = new URL(location);
  for (const name of ["notice", "after"]) address.searchParams.delete(name);
  history.replaceState(null, "", address);
}

// --- The slider through time shows where it is, and goes there when it is let go.
function prepareSlider() {
  const slider = document.getElementById("at");
  if (!slider) return;
  slider.addEventListener("input", () => { document.getElementById("at-shown").value = slider.value; });
  slider.addEventListener("change", () => { slider.form.requestSubmit(); });
}
prepareSlider();

// --- The heat map of this year begins with now in sight, where the window is narrow.
function showNow() {
  const now = document.querySelector(".heat .today");
  if (!now) return;
  const map = now.closest(".scroll");
  map.scrollLeft += now.getBoundingClientRect().right + 24 - map.getBoundingClientRect().right;
}
showNow();

// --- The form: draft, preview, counters, warning.
const drafts = {
  key: (name) => "checkin.draft." + name,
  read(name) { try { return JSON.parse(sessionStorage.getItem(this.key(name))); } catch { return null; } },
  write(name, value) { try { sessionStorage.setItem(this.key(name), JSON.stringify(value)); } catch { /* full */ } },
  drop(name) { try { sessionStorage.removeItem(this.key(name)); } catch { /* not allowed */ } },
};

if ("clearDraft" in body.dataset) {
  // The check-in was saved.
  const saved = drafts.read("saving");
  if (saved) drafts.drop(saved);
  drafts.drop("saving");
}

const form = document.getElementById("form");
if (form) {
  const name = form.dataset.draft;
  const kept = ["type", "title", "time", "calories", "location", "notes"];
  const values = () => Object.fromEntries(kept.map((field) => [field, new FormData(form).get(field) ?? ""]));
  const hasFile = () => [...form.querySelectorAll("input[type=file]")].some((input) => input.files.length > 0);
  const initial = values();
  let isLeaving = false;
  const isChanged = () => hasFile() || JSON.stringify(values()) !== JSON.stringify(initial);

  // What the server sends back after a refusal is newer than any draft.
  const draft = document.getElementById("problems") || document.getElementById("conflict") ? null : drafts.read(name);
  if (draft) {
    for (const field of kept) {
      if (typeof draft[field] !== "string") continue;
      if (field === "type") {
        for (const radio of form.elements.type) radio.checked = radio.value === draft.type;
      } else {
        form.elements[field].value = draft[field];
      }
    }
    if (isChanged()) document.getElementById("draft").hidden = false;
  }
  const preview = document.getElementById("preview");
  const before = { nodes: [...preview.childNodes], hidden: preview.hidden };
  const showNoChoice = () => {
    preview.replaceChildren(...before.nodes);
    preview.hidden = before.hidden;
  };
  document.getElementById("drop-draft").addEventListener("click", () => {
    drafts.drop(name);
    form.reset();
    showNoChoice();
    document.getElementById("draft").hidden = true;
    form.elements.title.focus();
  });

  const count = (text) =>
    "Segmenter" in Intl ? [...new Intl.Segmenter().segment(text.trim())].length : [...text.trim()].length;
  for (const input of form.querySelectorAll("[data-limit]")) {
    const hint = document.getElementById(input.id + "-hint");
    const show = () => {
      const length = count(input.value);
      hint.textContent = length === 0 ? `Up to ${input.dataset.limit} characters`
        : `${length} of ${input.dataset.limit} characters`;
    };
    input.addEventListener("input", show);
    show();
  }

  form.addEventListener("input", () => {
    if (isChanged()) drafts.write(name, values()); else drafts.drop(name);
  });

  for (const input of form.querySelectorAll("input[type=file]")) {
    input.addEventListener("change", () => {
      const file = input.files[0];
      if (!file) {
        if (!hasFile()) showNoChoice();
        return;
      }
      for (const other of form.querySelectorAll("input[type=file]")) if (other !== input) other.value = "";
      const image = document.createElement("img");
      image.alt = "The chosen photo";
      image.src = URL.createObjectURL(file);
      // Not every browser shows HEIC; the photo is taken all the same.
      image.onerror = () => { preview.replaceChildren("Photo chosen; it is shown once it is saved."); };
      preview.replaceChildren(image);
      preview.hidden = false;
    });
  }

  // Input that its maker leaves by Cancel, and by the answer to the warning, is not wanted again.
  let isCancelled = false;
  document.getElementById("cancel").addEventListener("click", () => { isCancelled = true; });
  form.addEventListener("input", () => { isCancelled = false; });
  addEventListener("pagehide", () => { if (isCancelled) drafts.drop(name); });

  form.addEventListener("submit", () => {
    isCancelled = false;
    isLeaving = true;
    drafts.write("saving", name);
  });
  addEventListener("beforeunload", (event) => {
    if (!isLeaving && isChanged()) event.preventDefault();
  });
  addEventListener("pageshow", () => { isLeaving = false; });
}
