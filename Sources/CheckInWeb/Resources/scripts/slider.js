// The slider through time: what it shows changes, while the slider itself stays, with the focus and under the pointer.
import { read, replace, show } from "./reading.js";

const slider = () => document.getElementById("at");
const dayLength = 86_400_000;

/** The day that the slider is at, at midnight in UTC. */
const chosen = () => new Date(Date.parse(slider().dataset.first) + Number(slider().value) * dayLength);
const text = (day) => day.toISOString().slice(0, 10);

/** Whether the page shows the past, which does not change. */
export const staysInThePast = () => Boolean(slider()) && slider().value !== slider().max;

const names = new Intl.DateTimeFormat(
  navigator.language.startsWith(document.documentElement.lang) ? navigator.language : document.documentElement.lang,
  { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** Draws what follows the thumb at once; the rest comes from the server. */
function follow() {
  const share = Number(slider().max) > 0 ? Number(slider().value) / Number(slider().max) : 1;
  slider().style.setProperty("--done", `${100 * share}%`);
  const bars = [...document.querySelectorAll("#moment-bars rect")];
  bars.forEach((bar, index) => bar.classList.toggle("later", index > share * bars.length));
}

function move() {
  const title = slider().value === slider().max ? null : names.format(chosen());
  if (title) {
    slider().setAttribute("aria-valuetext", title);
    document.getElementById("moment-title").textContent = title;
  }
  follow();
  clearTimeout(waiting);
  waiting = setTimeout(() => go().catch(() => {}), 150);
}

document.addEventListener("page:arrive", (event) => {
  const fresh = event.detail.getElementById("at");
  if (!slider() || !fresh) return;
  event.preventDefault();
  for (const name of ["max", "value"]) slider()[name] = fresh[name];
  slider().dataset.first = fresh.dataset.first;
  slider().setAttribute("aria-valuetext", fresh.getAttribute("aria-valuetext"));
  for (const id of ["moment-head", "moment-bars", "moment-labels", "moment"]) replace(id, event.detail);
  follow();
});

let waiting = null;
async function go() {
  const at = slider().value;
  const address = at === slider().max ? "/audit" : "/audit?at=" + text(chosen());
  const page = await read(address);
  // It may have been moved on meanwhile.
  if (!page?.getElementById("at") || slider().value !== at) return;
  history.replaceState(null, "", address);
  show(page);
}

if (slider()) {
  slider().addEventListener("input", move);
  // By day with the arrows, as the browser has it; by month with these.
  slider().addEventListener("keydown", (event) => {
    if (event.key !== "PageUp" && event.key !== "PageDown") return;
    event.preventDefault();
    const day = chosen();
    const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + (event.key === "PageUp" ? 2 : 0), 0));
    const target = Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(day.getUTCDate(), last.getUTCDate()));
    const before = slider().value;
    slider().value = Math.round((target - Date.parse(slider().dataset.first)) / dayLength);
    if (slider().value !== before) move();
  });
  follow();
}
