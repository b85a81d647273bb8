// The slider through time: what it shows changes, while the slider itself stays, with the focus and under the pointer.
import { read, replace, show } from "./reading.js";

const slider = () => document.getElementById("at");

/** Whether the page shows the past, which does not change; only the present is further away. */
export function staysInThePast(sequence) {
  if (!slider() || slider().value === slider().max) return false;
  if (sequence > Number(slider().max)) setLast(sequence);
  return true;
}

function setLast(sequence) {
  slider().max = sequence;
  document.getElementById("last").textContent = sequence;
}

document.addEventListener("page:arrive", (event) => {
  const fresh = event.detail.getElementById("at");
  if (!slider() || !fresh) return;
  event.preventDefault();
  setLast(Number(fresh.max));
  slider().value = fresh.value;
  document.getElementById("at-shown").value = slider().value;
  for (const id of ["steps", "moment"]) replace(id, event.detail);
});

async function go() {
  const at = slider().value;
  const address = at === slider().max ? "/audit" : "/audit?at=" + at;
  const page = await read(address);
  // It may have been moved on meanwhile.
  if (!page?.getElementById("at") || slider().value !== at) return;
  history.replaceState(null, "", address);
  show(page);
}

let waiting = null;
slider()?.addEventListener("input", () => {
  document.getElementById("at-shown").value = slider().value;
  clearTimeout(waiting);
  waiting = setTimeout(() => go().catch(() => {}), 150);
});
