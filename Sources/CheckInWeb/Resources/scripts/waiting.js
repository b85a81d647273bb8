// Check-ins that wait on this device until the journal can be reached, under the identity that they will have in it.
//
// Each is an object of: `id`; `made`, milliseconds since 1970, by which they are sent in order; the form's texts `type`,
// `title`, `time`, `zone` and those of optionalFields; `photo`, a file or null; `refusal`, the server's words, once it will not
// take it as it is; `saved`, once an earlier version of it turned out to be in the journal: its number there, and the members
// that it has otherwise.

/** The fields of the form that few fill in. */
export const optionalFields = ["calories", "duration", "distance", "location", "notes"];

const changes = "BroadcastChannel" in globalThis ? new BroadcastChannel("checkin.waiting") : null;

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("checkin", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("waiting", { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("blocked"));
  });
}

async function perform(mode, action) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      // On the disk before it is said to be saved.
      const transaction = database.transaction("waiting", mode, { durability: "strict" });
      const request = action(transaction.objectStore("waiting"));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    // An open one would keep all from being deleted.
    database.close();
  }
}

async function change(action) {
  await perform("readwrite", action);
  tell({ changed: true });
}

/** True for a check-in that is to be sent. */
export const isPending = (entry) => !entry.refusal && !entry.saved;

/** Tells the pages of this device what becomes of the waiting check-ins. */
export function tell(message) {
  changes?.postMessage(message);
}

export const waiting = {
  /** In the order in which they were made. */
  all: async () => (await perform("readonly", (store) => store.getAll())).sort((a, b) => a.made - b.made),
  get: (id) => perform("readonly", (store) => store.get(id)),
  put: (entry) => change((store) => store.put(entry)),
  remove: (id) => change((store) => store.delete(id)),
};

/** Does something while nothing is sent. With `isImpatient`, `null` is passed where something is being sent. */
export function whileNothingIsSent(action, isImpatient = false) {
  return navigator.locks
    ? navigator.locks.request("checkin.sending", { ifAvailable: isImpatient }, action) : action({});
}
