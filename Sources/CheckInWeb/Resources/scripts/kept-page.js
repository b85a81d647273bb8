// A page that was kept and is shown without a connection says so, until the journal can be reached again.
import { read, show } from "./reading.js";

const note = document.getElementById("kept");

function end() {
  delete document.body.dataset.keptAt;
  note.hidden = true;
}

/** The time of a moment by the reader's clock, with its day unless that is today. */
export function clockTime(milliseconds) {
  const moment = new Date(milliseconds);
  const isToday = moment.toDateString() === new Date().toDateString();
  const language = document.documentElement.lang;
  // The reader's own variety of the page's language says how many hours the clock has.
  const locale = navigator.languages.find((name) => name.split("-")[0] === language) ?? language;
  const form = (hour) => new Intl.DateTimeFormat(locale, {
    hour, minute: "2-digit", ...(isToday ? {} : { day: "numeric", month: "long" }) });
  const numeric = form("numeric");
  // 07:10 as everywhere on the page, but 7:10 AM.
  return (numeric.resolvedOptions().hourCycle === "h23" ? form("2-digit") : numeric).format(moment);
}

/** Puts the present page in the place of the one that was kept; a form keeps its input. */
async function renew() {
  if (!document.body.dataset.keptAt || document.hidden) return;
  try {
    if (document.getElementById("form")) {
      if ((await fetch("/api/token")).ok) end();
    } else {
      const page = await read(location.href);
      if (page) show(page);
    }
  } catch { /* There is still no connection. */ }
}

if (document.body.dataset.keptAt) {
  note.textContent = note.dataset.text.replace("{time}", clockTime(Number(document.body.dataset.keptAt)));
  note.hidden = false;
  document.addEventListener("page:show", end);
  addEventListener("online", renew);
  document.addEventListener("visibilitychange", renew);
  setInterval(renew, 10_000);
}
