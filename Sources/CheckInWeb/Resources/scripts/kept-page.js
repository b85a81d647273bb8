// A page that was kept and is shown without a connection says so, until the journal can be reached again.
import { clockTime } from "./clock-time.js";
import { read, show } from "./reading.js";

const note = document.getElementById("kept");

function end() {
  delete document.body.dataset.keptAt;
  note.hidden = true;
}

/** Puts the present page in the place of the one that was kept; a form keeps its input. */
async function renew() {
  // The open workout has changes of its own, and goes on when they are sent.
  if (!document.body.dataset.keptAt || document.hidden || document.getElementById("gym")) return;
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
  // Each opening starts another workout.
  for (const form of document.querySelectorAll('form[action="/session/start"]')) form.elements.id.value = crypto.randomUUID();
  note.textContent = note.dataset.text.replace("{time}", clockTime(Number(document.body.dataset.keptAt)));
  note.hidden = false;
  if (!document.getElementById("gym")) document.addEventListener("page:show", end);
  addEventListener("online", renew);
  document.addEventListener("visibilitychange", renew);
  setInterval(renew, 10_000);
}
