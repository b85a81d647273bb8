// Live updates: the page is read again when the journal has gone on, whoever appended.
import { read, show, shown } from "./reading.js";
import { staysInThePast } from "./slider.js";

let wanted = 0;
let isReading = false;

/** Whether a refresh would take something away: a set that is being logged, or the answer to a form that was refused. */
const isHeld = () => Boolean(document.querySelector("[data-log=sending], #main .note[autofocus]"));

async function hear(revision) {
  if (staysInThePast()) return;
  wanted = revision;
  // Less than what is shown is told by a server that was started anew.
  if (isReading || isHeld() || wanted === shown()) return;
  isReading = true;
  try {
    do {
      const before = shown();
      // What is at hand stays so, whatever is logged elsewhere.
      const page = await read(document.querySelector("[data-here]")?.dataset.here ?? location.href);
      if (page && !isHeld()) show(page);
      if (shown() === before) break;
      // The page may be newer than what is told: a check-in with a photo is two events.
    } while (wanted > shown());
  } catch { /* The next message tries again. */ } finally {
    isReading = false;
  }
}

// What was told while a set was sent may be newer than the answer.
document.addEventListener("page:sent", () => { if (wanted > shown()) hear(wanted); });

// One event stream for all tabs: a browser opens few connections to one server. The tab that has the lock listens, and
// tells the others.
const channel = navigator.locks && "BroadcastChannel" in window ? new BroadcastChannel("checkin") : null;
let latest = null;
let stopListening = null;

function listen() {
  if (stopListening || !("live" in document.body.dataset) || document.hidden) return;
  const end = new AbortController();
  stopListening = () => {
    end.abort();
    stopListening = null;
  };
  if (!channel) {
    stream(end.signal);
    return;
  }
  navigator.locks.request("checkin.events", { signal: end.signal }, () => stream(end.signal)).catch(() => {});
  channel.postMessage("?");
}

function stream(signal) {
  return new Promise((resolve) => {
    const source = new EventSource("/events");
    source.onmessage = (event) => {
      latest = Number(event.data);
      channel?.postMessage(latest);
      hear(latest);
    };
    source.onerror = () => { if (source.readyState === EventSource.CLOSED) read(location.href).catch(() => {}); };
    signal.addEventListener("abort", () => {
      latest = null;
      source.close();
      resolve();
    });
  });
}

if (channel) {
  channel.onmessage = (event) => {
    if (event.data !== "?") {
      if (stopListening) hear(event.data);
    } else if (latest !== null) {
      channel.postMessage(latest);
    }
  };
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) stopListening?.(); else listen();
});
addEventListener("pagehide", () => stopListening?.());
addEventListener("pageshow", listen);
listen();
