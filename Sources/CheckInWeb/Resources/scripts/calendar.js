// The keys of a calendar: arrows go by days and weeks, Home and End to the ends of a week, and the Page keys by months.
// Without this, the days are links in their order.
const parse = (text) => new Date(text + "T12:00:00Z");
const link = (date) => document.querySelector(`a#day-${date.toISOString().slice(0, 10)}`);

function moved(date, days) {
  const other = new Date(date);
  other.setUTCDate(other.getUTCDate() + days);
  return other;
}

/** The same day of another month, or its last one. */
function inMonth(date, months) {
  const other = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1, 12));
  const last = new Date(Date.UTC(other.getUTCFullYear(), other.getUTCMonth() + 1, 0)).getUTCDate();
  other.setUTCDate(Math.min(date.getUTCDate(), last));
  return other;
}

/** The month that is not on this page, with the day to go to there. */
function leave(step, date) {
  const way = document.getElementById(step < 0 ? "earlier" : "later");
  if (!way) return false;
  location.assign(`${way.href}#day-${date.toISOString().slice(0, 10)}`);
  return true;
}

document.addEventListener("keydown", (event) => {
  const day = event.target.closest?.("a.day");
  if (!day || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const date = parse(day.id.slice(4));
  const row = [...day.closest("tr").querySelectorAll("a.day")];
  const isReversed = getComputedStyle(day).direction === "rtl" ? -1 : 1;
  let target;
  switch (event.key) {
    case "ArrowLeft": target = link(moved(date, -isReversed)); break;
    case "ArrowRight": target = link(moved(date, isReversed)); break;
    case "ArrowUp": target = link(moved(date, -7)); break;
    case "ArrowDown": target = link(moved(date, 7)); break;
    case "Home": target = row[0]; break;
    case "End": target = row.at(-1); break;
    case "PageUp":
    case "PageDown": {
      const step = event.key === "PageUp" ? -1 : 1;
      const other = inMonth(date, step);
      target = link(other);
      if (!target && leave(step, other)) event.preventDefault();
      break;
    }
    default: return;
  }
  if (!target) return;
  event.preventDefault();
  target.focus();
});

// Who came by a Page key goes on at the same day.
if (location.hash.startsWith("#day-")) {
  document.getElementById(location.hash.slice(1))?.focus();
  history.replaceState(null, "", location.pathname + location.search);
}
