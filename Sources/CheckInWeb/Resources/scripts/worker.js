// The service worker: it stands between the page and the server, keeps what was shown last, and takes check-ins and workouts
// while there is no connection. Everything is asked of the server first.
import { isRevoked } from "./answers.js";
import { isFull } from "./database.js";
import { forgetEverything } from "./forgetting.js";
import { forgetGym, gymCopy, hasChanges, isAhead, isWorkoutForm, readGym, takeWorkoutForm } from "./gym.js";
import {
  dropThumbnail, forgetPages, isPlain, keepPage, keepThumbnail, keptAddress, keptPage, keptThumbnail,
} from "./keeping.js";
import { send } from "./sending.js";
import { optionalFields, waiting, whileNothingIsSent } from "./waiting.js";

/** How long the server may take to answer with a page that is kept, in milliseconds. */
const patience = 6_000;
/** How long the open workout may wait until its changes are sent, in milliseconds. */
const sendingPatience = 3_000;
/** How long after a failure the open workout does not wait, in milliseconds. */
const pause = 15_000;

let shellName;
/** Once signed out, nothing is kept any more; the worker itself goes with the last page. */
let isSignedOut = false;
/** When sending failed last. */
let failedAt = 0;

/**
 * Serves the pages of this version. `shell` has the addresses of what all of them need, and `pages` those that are shown in place
 * of others, by their addresses; none says anything about the journal.
 */
export function serve({ version, shell, pages }) {
  shellName = "checkin.shell." + version;
  addEventListener("install", (event) => event.waitUntil(install(shell, pages)));
  addEventListener("activate", (event) => event.waitUntil(activate()));
  addEventListener("fetch", answer);
  addEventListener("sync", (event) => event.waitUntil(sendAgainLater()));
  addEventListener("message", (event) => event.waitUntil(obey(event.data)));
}

async function install(shell, pages) {
  const cache = await caches.open(shellName);
  // The page that brought this worker has just fetched them, and an address never changes its content.
  await cache.addAll(shell);
  for (const [address, text] of Object.entries(pages)) {
    await cache.put(address, new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
  }
  await skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("checkin.shell.") && name !== shellName);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

async function obey(message) {
  if (message === "send") await sendAll();
  if (message === "prepare") await prepare();
  if (message === "sign out") isSignedOut = true;
}

/** Background Sync calls again, later and later, while this fails. */
async function sendAgainLater() {
  if (await sendAll()) throw new Error("not everything could be sent");
}

/** Keeps the pages that must open without a connection, whichever one was opened first, and what workouts need. */
async function prepare() {
  for (const address of ["/", "/add"]) if (!await keptPage(address)) await refresh(address);
  const [before, after] = await whileNothingIsSent(async () => {
    const before = await gymCopy();
    const { response, copy } = isSignedOut ? {} : await readGym();
    if (response) checked(response);
    return [before, copy];
  }).catch(() => []);
  if (after) await prepareWorkouts(before, after);
}

/** Keeps the pages of workouts, and reads again those whose plan or exercise has changed. */
async function prepareWorkouts(before, after) {
  // Who does not train needs no pages about it.
  if (after.plans.length === 0 && after.exercises.length === 0) return;
  const text = (copy, part) => JSON.stringify(copy?.[part]);
  const isChanged = text(before, "exercises") !== text(after, "exercises") || text(before, "plans") !== text(after, "plans");
  for (const address of ["/workouts", "/progress?tab=exercises"]) {
    if (isChanged || !await keptPage(address)) await refresh(address);
  }
  const planned = new Set(after.plans.flatMap((plan) => plan.items.map((item) => item.exercise)));
  const parts = [
    ...after.plans.map((plan) => ["/plans/" + plan.number, plan, before?.plans.find((one) => one.id === plan.id)]),
    ...after.exercises.filter(({ statistics }) => statistics.sets > 0 || planned.has(statistics.exercise)).map((exercise) =>
      ["/exercises/" + exercise.statistics.number, exercise, before?.exercises.find((one) => one.id === exercise.id)]),
  ];
  for (const [address, present, former] of parts) {
    // Another device's are known by other numbers on the page.
    if (!keptAddress(new URL(address, location))) continue;
    if (JSON.stringify(present) !== JSON.stringify(former) || !await keptPage(address)) await refresh(address);
  }
}

async function refresh(address) {
  try {
    await keepIf(checked(await fetch(address, { headers: { Accept: "text/html" } })), keepPage, address);
  } catch { /* It stays as it is. */ }
}

/** An answer of the server. One that does not let this device in any more ends what it may show. */
function checked(response, isReading = true) {
  // To a form, 403 says that its page is of another start of the server.
  if (response.status === 401 || isReading && response.status === 403) forget();
  return response;
}

function forget() {
  Promise.all([forgetPages(), forgetGym()]).catch(() => {});
}

/** Sends what waits. Answers with what stands in the way. */
async function sendAll() {
  const obstacle = await send();
  failedAt = obstacle ? Date.now() : 0;
  if (obstacle?.kind === "revoked") {
    forget();
    failedAt = 0;
  }
  return obstacle;
}

/** The page in place of one that is not shown to this device any more, where something waits: it says what would be lost. */
async function lossPage(response) {
  if (isSignedOut || !isRevoked(response)) return null;
  if ((await waiting.all()).length > 0 || await hasChanges()) return shellPage("/offline/revoked", 401);
  isSignedOut = true;
  await forgetEverything();
  return null;
}

async function keepIf(response, keep, address) {
  if (!isSignedOut && !response.redirected) await keep(address, response).catch(() => {});
}

function answer(event) {
  const request = event.request;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && request.mode === "navigate") event.respondWith(post(event, url));
  if (request.method !== "GET") return;
  if (url.pathname.startsWith("/assets/")) {
    event.respondWith(asset(request));
  } else if (url.pathname.startsWith("/thumbnails/")) {
    event.respondWith(thumbnail(event));
  } else if (request.mode === "navigate") {
    event.respondWith(["/session", "/session/finish"].includes(url.pathname) ? openWorkout(event, url) : page(event, url));
  } else if (request.headers.get("Accept") === "text/html" && keptAddress(url)) {
    event.respondWith(fetchPage(event, url));
  }
}

/** A file whose address changes with its content. */
async function asset(request) {
  return await caches.match(request, { cacheName: shellName }) ?? fetch(request);
}

async function thumbnail(event) {
  const address = event.request.url;
  try {
    const response = checked(await fetch(event.request));
    if (response.status === 404) await dropThumbnail(address);
    else event.waitUntil(keepIf(response.clone(), keepThumbnail, address));
    return response;
  } catch (error) {
    const kept = await keptThumbnail(address);
    if (kept) return kept;
    throw error;
  }
}

/** A page of the server, which is kept. */
async function fetchPage(event, url) {
  let response = await fetch(event.request);
  // A link of another page leads here. Passed on by a worker, it looks like a request of that page, which is refused.
  if (response.status === 403) response = await fetch(url, { headers: { Accept: "text/html" }, redirect: "manual" });
  checked(response);
  const loss = await lossPage(response);
  if (loss) return loss;
  const address = keptAddress(url);
  if (address && response.ok) {
    event.waitUntil(isPlain(url) ? keepIf(response.clone(), keepPage, address) : refresh(address));
  }
  return response;
}

async function page(event, url) {
  const address = keptAddress(url);
  const fetched = fetchPage(event, url);
  try {
    const isKept = address && await keptPage(address);
    return await (isKept ? Promise.race([fetched, failure(patience)]) : fetched);
  } catch {
    // An answer that comes late is kept all the same.
    event.waitUntil(fetched.catch(() => {}));
    return await (address && keptPage(address)) || shellPage("/offline");
  }
}

const failure = (delay) =>
  new Promise((_, reject) => { setTimeout(() => reject(new Error("no answer")), delay); });

async function shellPage(address, status = 503) {
  const page = await caches.match(address, { cacheName: shellName });
  return page ? new Response(await page.blob(), { status, headers: page.headers }) : Response.error();
}

/** The open workout: of the server, unless this device has changes of it that could not be sent, or there is no connection. */
async function openWorkout(event, url) {
  if (await isAhead().catch(() => false)) {
    if (Date.now() - failedAt > pause) {
      const sending = sendAll();
      event.waitUntil(sending);
      const obstacle = await Promise.race([sending, failure(sendingPatience)]).catch(() => ({ kind: "connection" }));
      if (obstacle?.kind === "revoked") return shellPage("/offline/revoked", 401);
    }
    if (await isAhead()) return workoutPage();
  }
  const fetched = fetchPage(event, url);
  try {
    return await Promise.race([fetched, failure(patience)]);
  } catch {
    event.waitUntil(fetched.catch(() => {}));
    return workoutPage();
  }
}

/** The page of the open workout that this device makes itself, with the time of what it knows of the journal. */
async function workoutPage() {
  const page = await shellPage("/offline/session", 200);
  const copy = await gymCopy().catch(() => undefined);
  if (!copy) return page;
  const text = await page.text();
  return new Response(text.replace("<body ", `<body data-kept-at="${copy.updated}" `), { headers: page.headers });
}

/** A form. A new check-in and the changes of workouts wait where they cannot be sent; everything else needs a connection. */
async function post(event, url) {
  const isOfWorkout = isWorkoutForm(url.pathname);
  const copy = url.pathname === "/add" || isOfWorkout ? event.request.clone() : null;
  // Nothing is sent before what it follows.
  const follows = isOfWorkout && await hasChanges().catch(() => false);
  let response = null;
  if (!follows) {
    try {
      response = checked(await fetch(event.request), false);
      // Neither a form of an earlier start of the server nor the end of a session is a reason to lose input.
      if (!copy || ![401, 403].includes(response.status)) {
        if (copy && !isOfWorkout && response.type === "opaqueredirect") event.waitUntil(forgetSent(copy));
        return response;
      }
    } catch { /* There is no connection. */ }
  }
  let shown = null;
  try {
    const form = copy && await copy.formData();
    if (isOfWorkout) shown = await takeWorkoutForm(url.pathname, form);
    else if (form && await wait(form)) shown = "/?notice=waiting";
  } catch (error) {
    if (isFull(error)) return shellPage("/offline/full", 507);
  }
  if (!shown && follows) return fetch(event.request).catch(() => shellPage("/offline/unsaved"));
  if (!shown) return response ?? shellPage("/offline/unsaved");
  registration.sync?.register("checkin.send").catch(() => {});
  event.waitUntil(sendAll());
  return Response.redirect(shown, 303);
}

/** A check-in that waited, and was opened and sent again by its form, is in the journal. */
async function forgetSent(request) {
  if ((await waiting.all()).length === 0) return;
  const id = (await request.formData()).get("id");
  if (await waiting.get(id)) await waiting.remove(id);
}

/** Puts a check-in among those that wait; false where that is not possible. */
async function wait(form) {
  if (isSignedOut) return false;
  const id = form.get("id");
  const photo = [...form.getAll("photo"), ...form.getAll("camera")].filter((file) => file.size > 0).pop() ?? null;
  // A photo that an earlier try has left with the server is not here.
  if (!id || !photo && form.get("pending") && form.get("leave") !== "yes") return false;
  const former = await waiting.get(id);
  const entry = { id, made: former?.made ?? Date.now(), photo };
  for (const name of ["type", "title", "time", "zone", ...optionalFields]) {
    entry[name] = (form.get(name) ?? "").trim();
  }
  await waiting.put(entry);
  return true;
}
