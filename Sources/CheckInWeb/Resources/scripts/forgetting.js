/** Has this device forget everything that it keeps of the journal, also what was not sent. */
export async function forgetEverything() {
  const registrations = globalThis.registration ? [globalThis.registration]
    : await navigator.serviceWorker?.getRegistrations() ?? [];
  for (const registration of registrations) {
    registration.active?.postMessage("sign out");
    await registration.unregister();
  }
  if ("caches" in globalThis) for (const name of await caches.keys()) await caches.delete(name);
  await new Promise((resolve) => {
    const request = indexedDB.deleteDatabase("checkin");
    request.onsuccess = request.onerror = request.onblocked = resolve;
  });
  for (const storage of [globalThis.localStorage, globalThis.sessionStorage]) {
    for (const name of Object.keys(storage ?? {})) if (name.startsWith("checkin.")) storage.removeItem(name);
  }
}
