"use strict";
// The page works without this. Here are conveniences: live updates, the photo's preview, drafts, and a warning.

const body = document.body;
document.documentElement.classList.add("script");

// A message about what was just done is told until the page is left; it is no part of the address.
let notice = [];
function takeNotice(address) {
  notice = [];
  for (const name of ["notice", "after", "kept"]) {
    if (!address.searchParams.has(name)) continue;
    notice.push([name, address.searchParams.get(name)]);
    address.searchParams.delete(name);
  }
  if (address.href !== location.href) history.replaceState(null, "", address);
}
takeNotice(new URL(location));

// --- Live updates: the page is read again when the journal has gone on, whoever appended.
const shown = () => Number(body.dataset.sequence);

async function read(address) {
  const url = new URL(address, location);
  for (const [name, value] of notice) url.searchParams.set(name, value);
  const response = await fetch(url, { headers: { Accept: "text/html" } });
  // The server was started anew: its answer says what to do.
  if (response.status === 401) location.reload();
  if (!response.ok) return null;
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

// `keepsInput`: whether what was typed and not sent yet stays in its fields.
function show(page, keepsInput = true) {
  const main = document.getElementById("main");
  const fresh = page.getElementById("main");
  if (!fresh) return;
  body.dataset.sequence = page.body.dataset.sequence;
  if (document.getElementById("at") && page.getElementById("at")) {
    showMoment(page);
    return;
  }
  const focused = main.contains(document.activeElement) ? document.activeElement.id : null;
  if (keepsInput) keepInput(main, fresh);
  main.replaceChildren(...document.adoptNode(fresh).childNodes);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  showNow();
  showRest();
}

function keepInput(from, to) {
  for (const field of from.querySelectorAll("form[id] :is(input, textarea, select):not([type=hidden])")) {
    const isChanged = field.type === "checkbox" ? field.checked !== field.defaultChecked
      : field.options ? [...field.options].some((option) => option.selected !== option.defaultSelected)
        : field.value !== field.defaultValue;
    // A form with a field called "id" has that for its property of this name.
    const fresh = isChanged && to.querySelector(`#${field.form.getAttribute("id")} [name="${field.name}"]`);
    // Another exercise has a form of its own.
    if (!fresh || fresh.form.dataset.about !== field.form.dataset.about) continue;
    fresh.value = field.value;
    fresh.checked = field.checked;
  }
  for (const box of from.querySelectorAll("details[id][open]")) to.querySelector("#" + box.id)?.setAttribute("open", "");
}

let wanted = 0;
let isReading = false;

async function hear(sequence) {
  const slider = document.getElementById("at");
  // The past does not change; only the present is further away.
  if (slider && slider.value !== slider.max) {
    if (sequence > Number(slider.max)) setLast(sequence);
    return;
  }
  // The page may be newer than what is told: a check-in with a photo is two events.
  wanted = Math.max(wanted, sequence);
  if (isReading) return;
  isReading = true;
  try {
    while (wanted > shown()) {
      const before = shown();
      // What is at hand stays so, whatever is logged elsewhere.
      const page = await read(document.querySelector("[data-here]")?.dataset.here ?? location.href);
      if (page) show(page);
      if (shown() === before) break;
    }
  } catch { /* The next message tries again. */ } finally {
    isReading = false;
  }
}

// --- One event stream for all tabs: a browser opens few connections to one server. The tab that has the lock listens, and
// tells the others.
const channel = navigator.locks && "BroadcastChannel" in window ? new BroadcastChannel("checkin") : null;
let latest = null;
let stopListening = null;

function listen() {
  if (stopListening || !("live" in body.dataset) || document.hidden) return;
  const end = new AbortController();
  stopListening = () => {
    end.abort();
    stopListening = null;
  };
  if (!channel) {
    stream(end.signal);
    return;
  }
  navigator.locks.request("checkin.events", { signal: end.signal }, () => stream(end.signal)).catch(() => {});
  channel.postMessage("?");
}

function stream(signal) {
  return new Promise((resolve) => {
    const source = new EventSource("/events");
    source.onmessage = (event) => {
      latest = Number(event.data);
      channel?.postMessage(latest);
      hear(latest);
    };
    source.onerror = () => { if (source.readyState === EventSource.CLOSED) read(location.href).catch(() => {}); };
    signal.addEventListener("abort", () => {
      latest = null;
      source.close();
      resolve();
    });
  });
}

if (channel) {
  channel.onmessage = (event) => {
    if (event.data !== "?") {
      if (stopListening) hear(event.data);
    } else if (latest !== null) {
      channel.postMessage(latest);
    }
  };
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) stopListening?.(); else listen();
});
addEventListener("pagehide", () => stopListening?.());
addEventListener("pageshow", listen);
listen();

// --- The slider through time: what it shows changes, while the slider itself stays, with the focus and under the pointer.
function setLast(sequence) {
  document.getElementById("at").max = sequence;
  document.getElementById("last").textContent = sequence;
}

function showMoment(page) {
  const slider = document.getElementById("at");
  setLast(Number(page.getElementById("at").max));
  slider.value = page.getElementById("at").value;
  document.getElementById("at-shown").value = slider.value;
  for (const id of ["steps", "moment"]) {
    const part = document.getElementById(id);
    const focused = part.contains(document.activeElement) ? document.activeElement.id : null;
    part.replaceWith(document.adoptNode(page.getElementById(id)));
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }
}

{
  const slider = document.getElementById("at");
  let waiting = null;
  const go = async () => {
    const at = slider.value;
    const address = at === slider.max ? "/audit" : "/audit?at=" + at;
    const page = await read(address);
    // It may have been moved on meanwhile.
    if (!page?.getElementById("at") || slider.value !== at) return;
    history.replaceState(null, "", address);
    show(page);
  };
  slider?.addEventListener("input", () => {
    document.getElementById("at-shown").value = slider.value;
    clearTimeout(waiting);
    waiting = setTimeout(() => go().catch(() => {}), 150);
  });
}

// --- The heat map of this year begins with now in sight, where the window is narrow.
function showNow() {
  const now = document.querySelector(".heat .today");
  if (!now) return;
  const map = now.closest(".scroll");
  map.scrollLeft += now.getBoundingClientRect().right + 24 - map.getBoundingClientRect().right;
}
showNow();

// --- The open workout: a set is logged where one is, and the rest until the next one is shown.
function say(text) {
  const place = document.getElementById("said");
  place.textContent = "";
  // A text that is the same as before is announced again.
  setTimeout(() => { place.textContent = text; }, 50);
}

addEventListener("submit", async (event) => {
  const form = event.target;
  if (!("log" in form.dataset) || !window.DOMParser) return;
  event.preventDefault();
  if (form.dataset.log === "sending") return;
  form.dataset.log = "sending";
  let response;
  let page;
  try {
    response = await fetch(form.action, {
      method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "text/html" } });
    page = new DOMParser().parseFromString(await response.text(), "text/html");
  } catch {
    form.dataset.log = "";
    say("The page does not answer. Nothing is lost; try again.");
    return;
  }
  if (!page.getElementById("main") || !page.getElementById("log-set")) {
    location.assign(response.url);
    return;
  }
  show(page, false);
  if (!response.ok) {
    document.getElementById("problems")?.focus();
    return;
  }
  takeNotice(new URL(response.url));
  say(document.querySelector("#main > .note[role=status] p")?.textContent ?? "");
  if (!document.getElementById("main").contains(document.activeElement)) {
    document.getElementById("log-set").focus({ preventScroll: true });
  }
  rest.start(Number(document.getElementById("rest")?.dataset.seconds));
});

document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  if (step) {
    const field = document.getElementById(step.dataset.for);
    const value = (Number(field.value.replace(",", ".")) || 0) + Number(step.dataset.step);
    field.value = String(Math.max(0, Math.round(value * 1000) / 1000));
  }
  const button = event.target.closest("[data-rest]");
  if (button) rest.change(button.dataset.rest);
});

// The rest goes on while one looks at another page of this tab.
const rest = {
  read() {
    try { return JSON.parse(sessionStorage.getItem("checkin.rest")); } catch { return null; }
  },
  write(value) {
    try {
      if (value) sessionStorage.setItem("checkin.rest", JSON.stringify(value));
      else sessionStorage.removeItem("checkin.rest");
    } catch { /* not allowed */ }
    showRest();
  },
  start(seconds) {
    if (seconds > 0) this.write({ from: Date.now(), until: Date.now() + seconds * 1000 });
  },
  change(what) {
    if (what === "skip") return this.write(null);
    const now = this.read() ?? { from: Date.now(), until: Date.now() };
    this.write({ ...now, until: now.until + Number(what) * 1000 });
  },
};

function showRest() {
  const place = document.getElementById("rest");
  if (!place) return;
  const running = rest.read();
  const left = running ? Math.ceil((running.until - Date.now()) / 1000) : 0;
  if (running && left <= 0) {
    rest.write(null);
    say("The rest is over.");
    navigator.vibrate?.(200);
    return;
  }
  const seconds = running ? left : Number(place.dataset.seconds);
  document.getElementById("rest-time").textContent =
    Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
  const share = running ? (Date.now() - running.from) / (running.until - running.from) : 0;
  document.getElementById("rest-done").setAttribute("width", String(Math.round(100 * share)));
}
showRest();
setInterval(showRest, 500);

// --- The form: draft, preview, counters, warning.
const drafts = {
  key: (name) => "checkin.draft." + name,
  read(name) { try { return JSON.parse(sessionStorage.getItem(this.key(name))); } catch { return null; } },
  write(name, value) { try { sessionStorage.setItem(this.key(name), JSON.stringify(value)); } catch { /* full */ } },
  drop(name) { try { sessionStorage.removeItem(this.key(name)); } catch { /* not allowed */ } },
};

if ("clearDraft" in body.dataset) {
  // The check-in was saved.
  const saved = drafts.read("saving");
  if (saved) drafts.drop(saved);
  drafts.drop("saving");
}

const form = document.getElementById("form");
if (form) {
  const name = form.dataset.draft;
  const kept = ["type", "title", "time", "calories", "location", "notes"];
  const values = () => Object.fromEntries(kept.map((field) => [field, new FormData(form).get(field) ?? ""]));
  // The event that an edit began with. A draft keeps its own: what others have changed since is put together with it.
  const base = form.elements.expect?.value;
  const hasFile = () => [...form.querySelectorAll("input[type=file]")].some((input) => input.files.length > 0);
  const initial = values();
  let isLeaving = false;
  const isChanged = () => hasFile() || JSON.stringify(values()) !== JSON.stringify(initial);

  // What the server sends back after a refusal is newer than any draft.
  const draft = document.getElementById("problems") || document.getElementById("conflict") ? null : drafts.read(name);
  if (draft) {
    const day = form.dataset.day;
    const isOtherDay = day && typeof draft.time === "string" && draft.time.slice(0, 10) !== day;
    document.getElementById("draft-day").hidden = !isOtherDay;
    for (const field of kept) {
      if (typeof draft[field] !== "string" || (field === "time" && isOtherDay)) continue;
      if (field === "type") {
        for (const radio of form.elements.type) radio.checked = radio.value === draft.type;
      } else {
        form.elements[field].value = draft[field];
      }
    }
    if (isChanged()) {
      document.getElementById("draft").hidden = false;
      if (base && draft.expect) form.elements.expect.value = draft.expect;
    }
  }
  const preview = document.getElementById("preview");
  const before = { nodes: [...preview.childNodes], hidden: preview.hidden };
  const showNoChoice = () => {
    preview.replaceChildren(...before.nodes);
    preview.hidden = before.hidden;
  };
  document.getElementById("drop-draft").addEventListener("click", () => {
    drafts.drop(name);
    form.reset();
    if (base) form.elements.expect.value = base;
    showNoChoice();
    document.getElementById("draft").hidden = true;
    form.elements.title.focus();
  });

  const count = (text) =>
    "Segmenter" in Intl ? [...new Intl.Segmenter().segment(text.trim())].length : [...text.trim()].length;
  for (const input of form.querySelectorAll("[data-limit]")) {
    const hint = document.getElementById(input.id + "-hint");
    const show = () => {
      const length = count(input.value);
      hint.textContent = length === 0 ? `Up to ${input.dataset.limit} characters`
        : `${length} of ${input.dataset.limit} characters`;
    };
    input.addEventListener("input", show);
    show();
  }

  form.addEventListener("input", () => {
    if (isChanged()) drafts.write(name, { ...values(), expect: form.elements.expect?.value });
    else drafts.drop(name);
  });

  for (const input of form.querySelectorAll("input[type=file]")) {
    input.addEventListener("change", () => {
      const file = input.files[0];
      if (!file) {
        if (!hasFile()) showNoChoice();
        return;
      }
      for (const other of form.querySelectorAll("input[type=file]")) if (other !== input) other.value = "";
      const image = document.createElement("img");
      image.alt = "The chosen photo";
      image.src = URL.createObjectURL(file);
      // Not every browser shows HEIC; the photo is taken all the same.
      image.onerror = () => { preview.replaceChildren("Photo chosen; it is shown once it is saved."); };
      preview.replaceChildren(image);
      preview.hidden = false;
    });
  }

  // Input that its maker leaves by Cancel, and by the answer to the warning, is not wanted again.
  let isCancelled = false;
  document.getElementById("cancel").addEventListener("click", () => { isCancelled = true; });
  form.addEventListener("input", () => { isCancelled = false; });
  addEventListener("pagehide", () => { if (isCancelled) drafts.drop(name); });

  form.addEventListener("submit", () => {
    isCancelled = false;
    isLeaving = true;
    drafts.write("saving", name);
  });
  addEventListener("beforeunload", (event) => {
    if (!isLeaving && isChanged()) event.preventDefault();
  });
  addEventListener("pageshow", () => { isLeaving = false; });
}
