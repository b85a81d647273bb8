// Signing out leaves nothing on the device. The server's answer asks the browser for that as well (Clear-Site-Data), which not
// every browser knows.
import { forgetEverything } from "./forgetting.js";
import { askAboutLoss, hasLoss } from "./loss.js";

addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.getAttribute("action") !== "/sign-out") return;
  event.preventDefault();
  if (await hasLoss().catch(() => false) && !await askAboutLoss("signOut")) return;
  // Whatever a browser does not allow here, the server still ends the session.
  await forgetEverything().catch(() => {});
  form.submit();
});
