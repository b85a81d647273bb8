// What this device keeps of the page, so that it opens without a connection: within bounds, and only while signed in.

/** Pages of a day or another month that are kept at most, beside the first page, the months and the form. */
const maximumPages = 60;
/** Pages of plans and exercises that are kept at most. */
const maximumWorkoutPages = 200;
const maximumThumbnails = 300;
/** Milliseconds after which nothing is shown any more. */
const maximumAge = 30 * 86_400_000;

const pages = "checkin.pages";
const workoutPages = "checkin.workouts";
const thumbnails = "checkin.thumbnails";
const keptAt = "X-Kept-At";

/** The address under which a page is kept; null where it is not. */
export function keptAddress(url) {
  const month = url.searchParams.get("month");
  if (url.pathname === "/") return month ? `/?month=${encodeURIComponent(month)}` : "/";
  if (url.pathname === "/progress") {
    const isOfExercises = url.searchParams.get("tab") === "exercises";
    return url.searchParams.has("from") ? null : isOfExercises ? "/progress?tab=exercises" : "/progress";
  }
  if (url.pathname === "/workouts" || /^\/(plans|exercises)\/\d+$/.test(url.pathname)) return url.pathname;
  return ["/months", "/add"].includes(url.pathname) || url.pathname.startsWith("/days/") ? url.pathname : null;
}

/** Whether a page is exactly what its address says, and no answer to something that was just done. */
export const isPlain = (url) => keptAddress(url) === url.pathname + url.search;

/** Where a page is kept by its address: those of workouts do not make room for days, nor days for them. */
const cacheOf = (address) => /^\/(workouts|progress|plans|exercises)\b/.test(address) ? workoutPages : pages;

export const keepPage = (address, response) =>
  keep(cacheOf(address), address, response, cacheOf(address) === pages ? maximumPages : maximumWorkoutPages);

export const keepThumbnail = (address, response) => keep(thumbnails, address, response, maximumThumbnails);

async function keep(name, address, response, limit) {
  if (response.status !== 200 || response.redirected) return;
  const headers = new Headers(response.headers);
  headers.set(keptAt, Date.now());
  // The body is unpacked here.
  headers.delete("Content-Encoding");
  const copy = new Response(await response.blob(), { headers });
  const cache = await caches.open(name);
  // What was put in last comes last.
  await cache.delete(address);
  await cache.put(address, copy);
  const others = (await cache.keys()).filter((request) => isLimited(new URL(request.url)));
  for (const request of others.slice(0, Math.max(0, others.length - limit))) await cache.delete(request);
}

const isLimited = (url) => url.search !== "" || !["/", "/months", "/add"].includes(url.pathname);

/** A picture that was kept; undefined where it was not. */
export const keptThumbnail = (address) => find(thumbnails, address);

export async function dropThumbnail(address) {
  await (await caches.open(thumbnails)).delete(address);
}

/** A page that was kept, which says in its body since when; undefined where it was not. */
export async function keptPage(address) {
  const response = await find(cacheOf(address), address);
  if (!response) return undefined;
  const text = await response.text();
  const time = Number(response.headers.get(keptAt));
  return new Response(text.replace("<body ", `<body data-kept-at="${time}" `), { headers: response.headers });
}

async function find(name, address) {
  const cache = await caches.open(name);
  const response = await cache.match(address);
  if (!response || Date.now() - Number(response.headers.get(keptAt)) < maximumAge) return response;
  await cache.delete(address);
  return undefined;
}

/** Forgets everything that says something about the journal. */
export async function forgetPages() {
  await Promise.all([pages, workoutPages, thumbnails].map((name) => caches.delete(name)));
}
