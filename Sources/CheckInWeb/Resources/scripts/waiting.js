// Check-ins that wait on this device until the journal can be reached, under the identity that they will have in it.
//
// Each is an object of: `id`; `made`, milliseconds since 1970, by which they are sent in order; the form's texts `type`,
// `title`, `time`, `zone` and those of optionalFields; `photo`, a file or null; `refusal`, the server's words, once it will not
// take it as it is; `saved`, once an earlier version of it turned out to be in the journal: its number there, and the members
// that it has otherwise.
import { perform } from "./database.js";

/** The fields of the form that few fill in. */
export const optionalFields = ["calories", "duration", "distance", "location", "notes"];

const changes = "BroadcastChannel" in globalThis ? new BroadcastChannel("checkin.waiting") : null;

async function change(action) {
  await perform("waiting", "readwrite", action);
  tell({ changed: true });
}

/** True for a check-in that is to be sent. */
export const isPending = (entry) => !entry.refusal && !entry.saved;

/** Tells the pages of this device what becomes of what waits. */
export function tell(message) {
  changes?.postMessage(message);
}

export const waiting = {
  /** In the order in which they were made. */
  all: async () => (await perform("waiting", "readonly", (store) => store.getAll())).sort((a, b) => a.made - b.made),
  get: (id) => perform("waiting", "readonly", (store) => store.get(id)),
  put: (entry) => change((store) => store.put(entry)),
  remove: (id) => change((store) => store.delete(id)),
};

/** Does something while nothing is sent. With `isImpatient`, `null` is passed where something is being sent. */
export function whileNothingIsSent(action, isImpatient = false) {
  return navigator.locks
    ? navigator.locks.request("checkin.sending", { ifAvailable: isImpatient }, action) : action({});
}
