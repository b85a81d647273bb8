// Signing out leaves nothing on the device. The server's answer asks the browser for that as well (Clear-Site-Data), which not
// every browser knows.
import { waiting } from "./waiting.js";

async function forgetEverything() {
  const registrations = await navigator.serviceWorker?.getRegistrations() ?? [];
  for (const registration of registrations) {
    registration.active?.postMessage("sign out");
    await registration.unregister();
  }
  if ("caches" in window) for (const name of await caches.keys()) await caches.delete(name);
  await new Promise((resolve) => {
    const request = indexedDB.deleteDatabase("checkin");
    request.onsuccess = request.onerror = request.onblocked = resolve;
  });
  for (const storage of [localStorage, sessionStorage]) {
    for (const name of Object.keys(storage)) if (name.startsWith("checkin.")) storage.removeItem(name);
  }
}

addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.getAttribute("action") !== "/sign-out") return;
  event.preventDefault();
  const count = (await waiting.all().catch(() => [])).length;
  const question = document.getElementById("waiting")?.dataset.signOut ?? "";
  if (count > 0 && !confirm(question.replace("{n}", count))) return;
  // Whatever a browser does not allow here, the server still ends the session.
  await forgetEverything().catch(() => {});
  form.submit();
});
