// Reads a page again, and puts its content in place of what is shown.
import { withNotice } from "./notice.js";

/** The journal's revision when the page was made. */
export const shown = () => Number(document.body.dataset.events);

/** A page of the server; null where it answers with an error. */
export async function read(address) {
  const url = withNotice(address).href;
  const response = await fetch(url, { headers: { Accept: "text/html" } });
  // The server was started anew: its answer says what to do.
  if (response.status === 401) location.reload();
  if (!response.ok) return null;
  const text = await response.text();
  // A message that was told meanwhile is missing in this page, and one that was dismissed is in it.
  if (url !== withNotice(address).href) return read(address);
  return new DOMParser().parseFromString(text, "text/html");
}

/**
 * Shows a page that was read. Parts of the page can take it over in the event "page:arrive"; what depends on the content
 * hears of "page:show".
 *
 * `keepsInput`: whether what was typed and not sent yet stays in its fields.
 */
export function show(page, keepsInput = true) {
  const main = document.getElementById("main");
  const fresh = page.getElementById("main");
  if (!fresh) return;
  document.body.dataset.events = page.body.dataset.events;
  if (!document.dispatchEvent(new CustomEvent("page:arrive", { detail: page, cancelable: true }))) return;
  const focused = main.contains(document.activeElement) ? document.activeElement.id : null;
  if (keepsInput) keepInput(main, fresh);
  main.replaceChildren(...document.adoptNode(fresh).childNodes);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  document.dispatchEvent(new Event("page:show"));
}

/** Puts a part of a page that was read in the place of the same part here; the focus stays. */
export function replace(id, page) {
  const part = document.getElementById(id);
  const focused = part.contains(document.activeElement) ? document.activeElement.id : null;
  part.replaceWith(document.adoptNode(page.getElementById(id)));
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

function keepInput(from, to) {
  for (const field of from.querySelectorAll(":is(input, textarea, select):not([type=hidden])")) {
    // A form can have fields outside of itself, and one called "id", which is then its property of this name.
    const id = field.form?.getAttribute("id");
    const isChanged = field.type === "checkbox" ? field.checked !== field.defaultChecked
      : field.options ? [...field.options].some((option) => option.selected !== option.defaultSelected)
        : field.value !== field.defaultValue;
    if (!id || !isChanged) continue;
    const fresh = [...to.querySelector("#" + id)?.elements ?? []].find((one) => one.name === field.name);
    // Another exercise has a form of its own.
    if (!fresh || fresh.form.dataset.about !== field.form.dataset.about) continue;
    fresh.value = field.value;
    fresh.checked = field.checked;
  }
  for (const box of from.querySelectorAll("details[id][open]")) to.querySelector("#" + box.id)?.setAttribute("open", "");
}
