// Shows what waits on this device, has it sent, and takes it back.
import { announce } from "./announcement.js";
import { drafts } from "./drafts.js";
import { clockTime } from "./clock-time.js";
import { gymState, isReady } from "./gym.js";
import { obeyButton, workoutItems } from "./gym-list.js";
import { lastNotice } from "./notice.js";
import { isPending, waiting, whileNothingIsSent } from "./waiting.js";

const section = document.getElementById("waiting");
const list = document.getElementById("waiting-list");
const state = document.getElementById("waiting-state");
const pictures = new Map();
/** What stood in the way of sending when it was tried last; null if nothing did. */
let obstacle = null;

/** What becomes of what waits; why the journal refused something is told beside it. */
function stateOf(entries, changes) {
  const texts = section.dataset;
  if (!entries.some(isPending) && !changes.some(isReady)) {
    return changes.length > 0 ? texts.asked : entries.some((entry) => entry.refusal) ? texts.refused : "";
  }
  if (obstacle?.kind === "sign-in") return texts.signIn;
  return obstacle?.kind === "server" ? texts.failed.replace("{reason}", obstacle.reason) : texts.later;
}

async function showWaiting() {
  const [entries, gym] = await Promise.all([waiting.all(), gymState()]);
  const count = entries.filter(isPending).length + gym.changes.length;
  section.hidden = entries.length === 0 && gym.changes.length === 0;
  document.getElementById("waiting-head").hidden = count === 0;
  document.getElementById("waiting-count").textContent = count;
  const text = stateOf(entries, gym.changes);
  state.hidden = !text;
  if (state.textContent !== text) state.textContent = text;
  const focused = section.contains(document.activeElement) ? document.activeElement.id : null;
  for (const [id, address] of pictures) {
    if (entries.some((entry) => entry.id === id)) continue;
    URL.revokeObjectURL(address);
    pictures.delete(id);
  }
  list.replaceChildren(...entries.map(item), ...workoutItems(gym));
  if (focused) (document.getElementById(focused) ?? document.getElementById("main")).focus({ preventScroll: true });
  return entries;
}

function item(entry) {
  const part = document.getElementById("waiting-item").content.cloneNode(true);
  const set = (selector, text) => { part.querySelector(selector).textContent = text; };
  set(".title", entry.title);
  set(".figures", [entry.type, shownTime(entry), entry.location].filter(Boolean).join(" · "));
  const image = part.querySelector("img");
  if (entry.photo) {
    if (!pictures.has(entry.id)) pictures.set(entry.id, URL.createObjectURL(entry.photo));
    image.src = pictures.get(entry.id);
    image.hidden = false;
    // Not every browser shows HEIC; the photo is there all the same.
    image.onerror = () => { image.hidden = true; };
  }
  const problem = part.querySelector(".problem");
  const texts = section.dataset;
  problem.textContent = entry.refusal ? entry.refusal.join(". ")
    : entry.saved ? texts.saved.replace("{fields}", entry.saved.ignored) : "";
  problem.hidden = !problem.textContent;
  const open = part.querySelector("a");
  open.id = "open-" + entry.id;
  open.href = entry.saved ? `/check-ins/${entry.saved.number}` : `/add?waiting=${entry.id}`;
  if (entry.saved) open.textContent = texts.show;
  open.setAttribute("aria-label", `${open.textContent}: ${entry.title}`);
  const button = part.querySelector("button");
  button.id = "take-back-" + entry.id;
  button.dataset.takeBack = entry.id;
  if (entry.saved) button.textContent = texts.dismiss;
  button.setAttribute("aria-label", `${button.textContent}: ${entry.title}`);
  return part;
}

/** The local time of a check-in. Its text has no zone, and is not moved by the one here. */
function shownTime(entry) {
  const moment = new Date(entry.time);
  return Number.isNaN(moment.getTime()) ? entry.time : clockTime(moment.getTime());
}

async function takeBack(id) {
  const entry = await waiting.get(id);
  // What is being sent may be in the journal in a moment.
  const isDone = await whileNothingIsSent((lock) => lock && waiting.remove(id).then(() => true), true);
  await showWaiting();
  announce(isDone ? entry?.saved ? "" : section.dataset.takenBack : section.dataset.sending);
}

list?.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.takeBack) takeBack(button.dataset.takeBack).catch(() => {});
  else if (button) decideBy(button).catch(() => {});
});

async function decideBy(button) {
  const text = await obeyButton(button);
  await showWaiting();
  announce(text ?? "");
  tryNow();
}

// --- Sending: whenever it may work now, and else later and later.
const delays = [5, 15, 60, 300];
let failures = 0;
let timer = null;

async function requestSending() {
  cancelNextTry();
  const [entries, { changes }] = await Promise.all([waiting.all(), gymState()]);
  if (!entries.some(isPending) && !changes.some(isReady)) return;
  navigator.storage?.persist?.().catch(() => {});
  (await navigator.serviceWorker.ready).active?.postMessage("send");
}

function tryNow() {
  failures = 0;
  if (!document.hidden) requestSending().catch(() => {});
}

function hear(message) {
  if (message.obstacle !== undefined) obstacle = message.obstacle;
  // Whatever page this is, it is not shown to this device any more.
  if (obstacle?.kind === "revoked" && !document.getElementById("revoked")) location.reload();
  showWaiting().catch(() => {});
  if (message.obstacle === undefined) return;
  if (!obstacle) cancelNextTry();
  // The browser tries, too, when it is online again. Failures of that moment count once: each would delay the next try more.
  if (!obstacle || timer !== null) return;
  timer = setTimeout(() => requestSending().catch(() => {}), 1000 * delays[Math.min(failures, delays.length - 1)]);
  failures += 1;
}

function cancelNextTry() {
  clearTimeout(timer);
  timer = null;
}

async function start() {
  await navigator.serviceWorker.register("/service-worker.js", { type: "module", updateViaCache: "none" });
  const registration = await navigator.serviceWorker.ready;
  const worker = registration.active;
  const prepare = () => worker?.postMessage("prepare");
  if (!document.body.dataset.keptAt) prepare();
  document.addEventListener("page:sent", prepare);
  document.addEventListener("gym:change", () => {
    registration.sync?.register("checkin.send").catch(() => {});
    tryNow();
  });
  const entries = await showWaiting();
  if (lastNotice() === "waiting") {
    drafts.dropSaved();
    if (entries.some(isPending)) announce(section.dataset.made);
  }
  tryNow();
}

if (section && "serviceWorker" in navigator && "BroadcastChannel" in window && "indexedDB" in window) {
  new BroadcastChannel("checkin.waiting").onmessage = (event) => hear(event.data);
  addEventListener("online", tryNow);
  addEventListener("pageshow", (event) => { if (event.persisted) showWaiting().then(tryNow).catch(() => {}); });
  document.addEventListener("visibilitychange", tryNow);
  // Where a browser keeps nothing, all works as it does without this.
  start().catch(() => {});
}
