// The form of a check-in: draft, preview, counters, and a warning before input is lost.
import { drafts } from "./drafts.js";
import "./kept-form.js";
import "./photo-field.js";
import "./suggestions.js";
import { optionalFields } from "./waiting.js";

const form = document.getElementById("form");
if (form) {
  const name = form.dataset.draft;
  const kept = ["type", "title", "time", ...optionalFields];
  const values = () => Object.fromEntries(kept.map((field) => [field, new FormData(form).get(field) ?? ""]));
  // The event that an edit began with. A draft keeps its own: what others have changed since is put together with it.
  const base = form.elements.expect?.value;
  const hasFile = () => [...form.querySelectorAll("input[type=file]")].some((input) => input.files.length > 0);
  const initial = values();
  let isLeaving = false;
  const isChanged = () => hasFile() || JSON.stringify(values()) !== JSON.stringify(initial);

  // What the server sends back after a refusal is newer than any draft.
  const draft = document.getElementById("problems") || document.getElementById("conflict") ? null : drafts.read(name);
  if (draft) {
    const day = form.dataset.day;
    const isOtherDay = day && typeof draft.time === "string" && draft.time.slice(0, 10) !== day;
    document.getElementById("draft-day").hidden = !isOtherDay;
    for (const field of kept) {
      if (typeof draft[field] !== "string" || (field === "time" && isOtherDay)) continue;
      if (field === "type") {
        for (const radio of form.elements.type) radio.checked = radio.value === draft.type;
      } else {
        form.elements[field].value = draft[field];
      }
    }
    if (isChanged()) {
      document.getElementById("draft").hidden = false;
      // What was put in is shown.
      const more = document.getElementById("more");
      if (optionalFields.some((field) => draft[field])) more.open = true;
      if (base && draft.expect) form.elements.expect.value = draft.expect;
    }
  }
  document.getElementById("drop-draft").addEventListener("click", () => {
    drafts.drop(name);
    form.reset();
    if (base) form.elements.expect.value = base;
    document.getElementById("draft").hidden = true;
    form.elements.title.focus();
  });

  const count = (text) =>
    "Segmenter" in Intl ? [...new Intl.Segmenter().segment(text.trim())].length : [...text.trim()].length;
  for (const input of form.querySelectorAll("[data-limit]")) {
    const hint = document.getElementById(input.id + "-hint");
    // What is far away needs no watching.
    const show = () => {
      const length = count(input.value);
      hint.textContent = length === 0 ? hint.dataset.empty : hint.dataset.used.replace("{n}", length);
      hint.classList.toggle("vh", length < 0.8 * Number(input.dataset.limit));
    };
    input.addEventListener("input", show);
    show();
  }

  form.addEventListener("input", () => {
    if (isChanged()) drafts.write(name, { ...values(), expect: form.elements.expect?.value });
    else drafts.drop(name);
  });

  // A check-in that waits has brought its photo.
  for (const input of form.querySelectorAll("input[type=file]")) {
    if (input.files.length > 0) input.dispatchEvent(new Event("change"));
  }

  // Input that its maker leaves by Cancel, and by the answer to the warning, is not wanted again.
  let isCancelled = false;
  document.getElementById("cancel").addEventListener("click", () => { isCancelled = true; });
  form.addEventListener("input", () => { isCancelled = false; });
  addEventListener("pagehide", () => { if (isCancelled) drafts.drop(name); });

  form.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    isCancelled = false;
    isLeaving = true;
    drafts.write("saving", name);
  });
  addEventListener("beforeunload", (event) => {
    if (!isLeaving && isChanged()) event.preventDefault();
  });
  addEventListener("pageshow", () => { isLeaving = false; });
}
