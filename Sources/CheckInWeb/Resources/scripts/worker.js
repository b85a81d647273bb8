// The service worker: it stands between the page and the server, keeps what was shown last, and takes check-ins while there is
// no connection. Everything is asked of the server first.
import {
  dropThumbnail, forgetPages, isPlain, keepPage, keepThumbnail, keptAddress, keptPage, keptThumbnail,
} from "./keeping.js";
import { send } from "./sending.js";
import { optionalFields, waiting } from "./waiting.js";

/** How long the server may take to answer with a page that is kept, in milliseconds. */
const patience = 6_000;

let shellName;
/** Once signed out, nothing is kept any more; the worker itself goes with the last page. */
let isSignedOut = false;

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
  if (message === "send") await send();
  if (message === "prepare") await prepare();
  if (message === "sign out") isSignedOut = true;
}

/** Background Sync calls again, later and later, while this fails. */
async function sendAgainLater() {
  if (await send()) throw new Error("not everything could be sent");
}

/** Keeps the pages that must open without a connection, whichever one was opened first. */
async function prepare() {
  for (const address of ["/", "/add"]) if (!await keptPage(address)) await refresh(address);
}

async function refresh(address) {
  try {
    await keepIf(checked(await fetch(address, { headers: { Accept: "text/html" } })), keepPage, address);
  } catch { /* It stays as it is. */ }
}

/** An answer of the server. One that does not let this device in any more ends what it may show. */
function checked(response, isReading = true) {
  // To a form, 403 says that its page is of another start of the server.
  if (response.status === 401 || isReading && response.status === 403) forgetPages();
  return response;
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
    event.respondWith(page(event, url));
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

async function shellPage(address) {
  const page = await caches.match(address, { cacheName: shellName });
  return page ? new Response(await page.blob(), { status: 503, headers: page.headers }) : Response.error();
}

/** A form. A new check-in that cannot be sent waits; everything else needs a connection. */
async function post(event, url) {
  const copy = url.pathname === "/add" ? event.request.clone() : null;
  let response = null;
  try {
    response = checked(await fetch(event.request), false);
    // Neither a form of an earlier start of the server nor the end of a session is a reason to lose input.
    if (!copy || ![401, 403].includes(response.status)) {
      if (copy && response.type === "opaqueredirect") event.waitUntil(forgetSent(copy));
      return response;
    }
  } catch { /* There is no connection. */ }
  const isWaiting = copy && await wait(await copy.formData()).catch(() => false);
  if (!isWaiting) return response ?? shellPage("/offline/unsaved");
  registration.sync?.register("checkin.send").catch(() => {});
  event.waitUntil(send());
  return Response.redirect("/?notice=waiting", 303);
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
