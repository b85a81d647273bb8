// The open workout: a set is logged where one is, and the rest until the next one is shown.
import { announce } from "./announcement.js";
import { isFull } from "./database.js";
import { gymState, isNumbered, logSet, measuresOf } from "./gym.js";
import { takeNotice } from "./notice.js";
import { show } from "./reading.js";
import { fieldsOfNotation, readSet } from "./sets.js";

addEventListener("submit", async (event) => {
  const form = event.target;
  if (!("log" in form.dataset) || !window.DOMParser) return;
  event.preventDefault();
  if (form.dataset.log === "sending") return;
  form.dataset.log = "sending";
  let response;
  let page;
  try {
    response = await fetch(form.action, {
      method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "text/html" },
      signal: AbortSignal.timeout(15_000) });
    // A session that ended is no reason to lose a set.
    if ([401, 403].includes(response.status)) throw new Error("signed out");
    page = new DOMParser().parseFromString(await response.text(), "text/html");
  } catch {
    form.dataset.log = "";
    const texts = document.querySelector("[data-lost]")?.dataset ?? {};
    try {
      if (await keepHere(form)) return;
      announce(texts.lost ?? "");
    } catch (error) {
      announce((isFull(error) ? texts.full : texts.lost) ?? "");
    }
    document.dispatchEvent(new Event("page:sent"));
    return;
  }
  if (!page.getElementById("main") || (response.redirected && !page.getElementById("log-set"))) {
    location.assign(response.url);
    return;
  }
  show(page, false);
  if (!response.ok) {
    (document.getElementById("problems") ?? document.getElementById("main")).focus();
    return;
  }
  takeNotice(new URL(response.url));
  document.dispatchEvent(new Event("page:sent"));
  announce(document.querySelector("#main > .toast p")?.textContent ?? "");
  if (!document.getElementById("main").contains(document.activeElement)) {
    document.getElementById("log-set")?.focus({ preventScroll: true });
  }
});

/** Has a set that could not be sent wait on this device, and shows it there. False where that is not possible. */
async function keepHere(form) {
  const fields = new FormData(form);
  if (!navigator.serviceWorker?.controller) return false;
  const { open, copy } = await gymState();
  if (!isNumbered(open, fields.get("session"))) return false;
  const known = copy?.exercises.find((one) => String(one.statistics.number) === fields.get("exercise"));
  const name = known?.statistics.exercise ?? fields.get("name");
  const values = fields.has("sets") ? fieldsOfNotation(fields.get("sets")) : fields;
  if (!name || !values) return false;
  const exercise = { id: known?.id ?? null, name };
  if (fields.has("sets") && values.get("weight") && !values.get("unit")) values.set("unit", copy.unit);
  const { entry } = readSet(values, measuresOf(exercise, copy));
  if (!entry) return false;
  await logSet({ set: fields.get("id"), exercise, entry, workout: open.id });
  location.assign("/session?name=" + encodeURIComponent(name));
  return true;
}

document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  if (step) {
    const field = document.getElementById(step.dataset.for);
    const value = (Number(field.value.replace(",", ".")) || 0) + Number(step.dataset.step);
    field.value = String(Math.max(0, Math.round(value * 1000) / 1000)).replace(".", step.dataset.separator ?? ".");
    showNext();
  }
  const button = event.target.closest("[data-rest]");
  if (button) changeRest(button.dataset.rest);
});

// The row at hand says what will be logged.
function showNext() {
  const [place, weight, reps] = ["next-set", "log-weight", "log-reps"].map((id) => document.getElementById(id));
  if (!place || !weight?.value.trim() || !reps?.value.trim()) return;
  const unit = weight.form.elements.unit.value;
  place.textContent = `${weight.value.trim()}\u00a0${unit}\u00a0×\u00a0${reps.value.trim()}`;
}
document.addEventListener("input", (event) => {
  if (event.target.form?.getAttribute("id") === "log") showNext();
});

// The rest runs since the set that was logged last, wherever the page is opened. How long ago that was, the server says
// by its own clock; what was changed here is kept for this tab: until when it runs, 0 where it was skipped.
const key = "checkin.rest";
let isRunning = false;

function storedRest() {
  try { return JSON.parse(sessionStorage.getItem(key)); } catch { return null; }
}

function storeRest(rest) {
  try { sessionStorage.setItem(key, JSON.stringify(rest)); } catch { /* not allowed */ }
}

function currentRest(place) {
  const { set, elapsed, seconds } = place.dataset;
  const rest = storedRest();
  if (!set || rest?.set === set) return rest;
  const from = Date.now() - Number(elapsed) * 1000;
  const fresh = { set, from, until: from + Number(seconds) * 1000 };
  storeRest(fresh);
  return fresh;
}

function changeRest(what) {
  const place = document.getElementById("rest");
  const rest = currentRest(place) ?? {};
  if (what === "skip") {
    isRunning = false;
    storeRest({ ...rest, until: 0 });
  } else {
    const now = Date.now();
    const running = rest.until > now ? rest : { ...rest, from: now, until: now };
    storeRest({ ...running, until: running.until + Number(what) * 1000 });
  }
  showRest();
}

function showRest() {
  const place = document.getElementById("rest");
  if (!place) return;
  const rest = currentRest(place);
  const left = rest ? Math.ceil((rest.until - Date.now()) / 1000) : 0;
  if (isRunning && left <= 0) {
    announce(place.dataset.over);
    navigator.vibrate?.(200);
  }
  isRunning = left > 0;
  place.classList.toggle("running", isRunning);
  const seconds = isRunning ? left : Number(place.dataset.seconds);
  document.getElementById("rest-time").textContent =
    Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
  const share = isRunning ? (Date.now() - rest.from) / (rest.until - rest.from) : 0;
  document.getElementById("rest-done").setAttribute("width", String(Math.round(100 * share)));
}

function showAll() {
  showNext();
  showRest();
}
showAll();
setInterval(showRest, 500);
document.addEventListener("page:show", showAll);
