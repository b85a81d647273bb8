/** Tells a screen reader something that has changed. */
export function announce(text) {
  const place = document.getElementById("said");
  place.textContent = "";
  // A text that is the same as before is announced again.
  setTimeout(() => { place.textContent = text; }, 50);
}
