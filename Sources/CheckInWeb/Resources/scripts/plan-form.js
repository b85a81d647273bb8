// The rows of a plan change where they are: their buttons ask the server, as without script, and the page stays.
import { announce } from "./announcement.js";
import { replace } from "./reading.js";

addEventListener("submit", async (event) => {
  const form = event.target;
  const button = event.submitter;
  if (form.getAttribute("id") !== "plan-form" || button?.name !== "do" || form.dataset.state === "asked") return;
  event.preventDefault();
  if (form.dataset.state === "asking") return;
  form.dataset.state = "asking";
  let page = null;
  try {
    const response = await fetch(form.action, {
      method: "POST", body: new URLSearchParams(new FormData(form, button)), headers: { Accept: "text/html" } });
    page = response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
  } catch { /* As without script, then: the browser says what is wrong. */ }
  if (!page?.getElementById("plan-form")) {
    form.dataset.state = "asked";
    form.requestSubmit(button);
    return;
  }
  replace("plan-form", page);
  const fresh = document.getElementById("plan-form");
  (fresh.querySelector("[autofocus]") ?? fresh.querySelector("#as-rows, #as-text")).focus();
  announce(document.getElementById("rows-status")?.textContent ?? "");
});
