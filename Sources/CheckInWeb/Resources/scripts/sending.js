// Sends what waits: check-ins, then the changes of workouts. Each keeps its identity, so that sending it twice makes one.
import { freshToken, messages, request } from "./answers.js";
import { sendChanges } from "./gym-sending.js";
import { isPending, optionalFields, tell, waiting, whileNothingIsSent } from "./waiting.js";

/**
 * Sends what waits, in order. A check-in that the journal refuses for good stays, with the reason, and is passed over.
 *
 * Answers with what stands in the way of the rest, or null: its `kind`, "connection", "sign-in", "revoked" or "server", and the
 * `reason` that the server gave.
 */
export async function send() {
  const obstacle = await whileNothingIsSent(sendAll);
  tell({ obstacle });
  return obstacle;
}

async function sendAll() {
  let known = null;
  // Of this start of the server; asked for once there is something to send.
  const token = async () => {
    known ??= await freshToken();
    return known;
  };
  try {
    for (const { id } of await waiting.all()) {
      // It may have been changed or taken back meanwhile.
      const entry = await waiting.get(id);
      if (entry && isPending(entry)) await settle(entry, await post(entry, await token()));
    }
    await sendChanges(token);
  } catch (error) {
    return error.obstacle ?? { kind: "connection" };
  }
  return null;
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
  return request("/api/check-ins", {
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
