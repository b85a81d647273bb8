// Sends the waiting check-ins. A check-in keeps its identity, so that sending it twice makes one.
import { isPending, optionalFields, tell, waiting, whileNothingIsSent } from "./waiting.js";

/** Statuses that say nothing about the check-in: another time it may be taken. */
const isTemporary = (status) => status >= 500 || [401, 403, 408, 425, 429].includes(status);

/**
 * Sends what waits, in order. A check-in that the journal refuses for good stays, with the reason, and is passed over.
 *
 * Answers with what stands in the way of the rest, or null: its `kind`, "connection", "sign-in" or "server", and the `reason` that
 * the server gave.
 */
export async function send() {
  const obstacle = await whileNothingIsSent(sendAll);
  tell({ obstacle });
  return obstacle;
}

async function sendAll() {
  let token = null;
  for (const { id } of await waiting.all()) {
    // It may have been changed or taken back meanwhile.
    const entry = await waiting.get(id);
    if (!entry || !isPending(entry)) continue;
    try {
      // The token of a page that was kept may be of another start of the server.
      token ??= await freshToken();
      const response = await post(entry, token);
      if (isTemporary(response.status)) return await obstacleOf(response);
      await settle(entry, response);
    } catch (error) {
      return error.obstacle ?? { kind: "connection" };
    }
  }
  return null;
}

async function freshToken() {
  const response = await fetch("/api/token", { cache: "no-store" });
  if (response.ok) return (await response.json()).token;
  throw Object.assign(new Error(), { obstacle: await obstacleOf(response) });
}

async function obstacleOf(response) {
  if ([401, 403].includes(response.status)) return { kind: "sign-in" };
  return { kind: "server", reason: (await messages(response)).join(" ") };
}

/** The server's words about an error. A proxy before it has its own form, whose status says enough. */
async function messages(response) {
  const answer = await response.json().catch(() => null);
  return answer?.messages ?? [`HTTP ${response.status} ${response.statusText}`.trim()];
}

function post(entry, token) {
  const form = new FormData();
  form.set("id", entry.id);
  form.set("at", entry.time);
  if (entry.zone) form.set("timeZone", entry.zone);
  for (const name of ["type", "title", ...optionalFields]) {
    if (entry[name]) form.set(name, entry[name]);
  }
  if (entry.photo) form.set("photo", entry.photo, "photo");
  return fetch("/api/check-ins", {
    method: "POST", body: form, headers: { "X-CheckIn-Token": token }, signal: AbortSignal.timeout(150_000) });
}

async function settle(entry, response) {
  if (!response.ok) {
    await waiting.put({ ...entry, refusal: await messages(response) });
    return;
  }
  const ignored = response.headers.get("X-CheckIn-Ignored");
  if (!ignored) return waiting.remove(entry.id);
  const { number } = await response.json();
  return waiting.put({ ...entry, saved: { number, ignored } });
}
