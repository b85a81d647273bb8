// The database of this device: check-ins that wait by their `id`, changes of workouts that wait by their `order`, and what is
// kept of the journal by its `name`.

const stores = { waiting: "id", changes: "order", copies: "name" };

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("checkin", 2);
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(stores)) {
        if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name, { keyPath });
      }
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    // Where an earlier version of the page is in the way, it is soon done: every connection is short.
  });
}

/** The result of a request, within its transaction. */
export function resultOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Runs `action` in one transaction over stores: all of it or nothing. It gets the stores by their names, and may only wait for
 * results of the transaction.
 */
export async function transact(names, mode, action) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      // On the disk before it is said to be saved.
      const transaction = database.transaction(names, mode, { durability: "strict" });
      const result = action((name) => transaction.objectStore(name));
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = () => reject(transaction.error ?? new Error("not saved"));
      result.catch((error) => {
        reject(error);
        try { transaction.abort(); } catch { /* It ended with the error. */ }
      });
    });
  } finally {
    // An open one would keep all from being deleted.
    database.close();
  }
}

/** Runs one request on one store. */
export function perform(name, mode, request) {
  return transact([name], mode, (store) => resultOf(request(store(name))));
}

/** True for the error of a device that has no room left. */
export const isFull = (error) => error?.name === "QuotaExceededError";
