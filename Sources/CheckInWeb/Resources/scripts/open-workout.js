// The open workout: a set is logged where one is, and the rest until the next one is shown.
import { announce } from "./announcement.js";
import { takeNotice } from "./notice.js";
import { show } from "./reading.js";

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
      method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "text/html" } });
    page = new DOMParser().parseFromString(await response.text(), "text/html");
  } catch {
    form.dataset.log = "";
    announce("The page does not answer. Nothing is lost; try again.");
    return;
  }
  if (!page.getElementById("main") || !page.getElementById("log-set")) {
    location.assign(response.url);
    return;
  }
  show(page, false);
  if (!response.ok) {
    document.getElementById("problems")?.focus();
    return;
  }
  takeNotice(new URL(response.url));
  announce(document.querySelector("#main > .toast p")?.textContent ?? "");
  if (!document.getElementById("main").contains(document.activeElement)) {
    document.getElementById("log-set").focus({ preventScroll: true });
  }
  rest.start(Number(document.getElementById("rest")?.dataset.seconds));
});

document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  if (step) {
    const field = document.getElementById(step.dataset.for);
    const value = (Number(field.value.replace(",", ".")) || 0) + Number(step.dataset.step);
    field.value = String(Math.max(0, Math.round(value * 1000) / 1000));
  }
  const button = event.target.closest("[data-rest]");
  if (button) rest.change(button.dataset.rest);
});

// The rest goes on while one looks at another page of this tab.
const rest = {
  read() {
    try { return JSON.parse(sessionStorage.getItem("checkin.rest")); } catch { return null; }
  },
  write(value) {
    try {
      if (value) sessionStorage.setItem("checkin.rest", JSON.stringify(value));
      else sessionStorage.removeItem("checkin.rest");
    } catch { /* not allowed */ }
    showRest();
  },
  start(seconds) {
    if (seconds > 0) this.write({ from: Date.now(), until: Date.now() + seconds * 1000 });
  },
  change(what) {
    if (what === "skip") return this.write(null);
    const now = this.read() ?? { from: Date.now(), until: Date.now() };
    this.write({ ...now, until: now.until + Number(what) * 1000 });
  },
};

function showRest() {
  const place = document.getElementById("rest");
  if (!place) return;
  const running = rest.read();
  const left = running ? Math.ceil((running.until - Date.now()) / 1000) : 0;
  if (running && left <= 0) {
    rest.write(null);
    announce("The rest is over.");
    navigator.vibrate?.(200);
    return;
  }
  const seconds = running ? left : Number(place.dataset.seconds);
  document.getElementById("rest-time").textContent =
    Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
  const share = running ? (Date.now() - running.from) / (running.until - running.from) : 0;
  document.getElementById("rest-done").setAttribute("width", String(Math.round(100 * share)));
}
showRest();
setInterval(showRest, 500);
document.addEventListener("page:show", showRest);
