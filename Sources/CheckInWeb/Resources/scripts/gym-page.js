// The open workout without a connection: made here, of what is kept of the journal and of the changes that wait.
import { announce } from "./announcement.js";
import { clockTime } from "./clock-time.js";
import { isFull } from "./database.js";
import {
  correctSet, discardWorkout, findSet, finishFields, finishWorkout, gymState, isAhead, logSet, measuresOf, removeSet,
  startWorkout, undoChange,
} from "./gym.js";
import { filled } from "./gym-texts.js";
import { clock, decimal, fieldsOf, readSet, textOf } from "./sets.js";

const texts = document.getElementById("gym")?.dataset;
const main = document.getElementById("main");
const usualRest = 120;
const nbsp = "\u00a0";

/** What the page shows, as it was read. */
let state = null;
/** The exercise at hand; null where there is none. */
let current = null;
/** The identity of the set that the form logs next, so that pressing twice logs once. */
let nextID = null;
/** Whether something was typed that is not saved. */
let isTyped = false;

const place = (id) => document.getElementById(id);
const copyOf = (id) => place(id).content.cloneNode(true);

/** Puts a view in the place of what is shown; the texts and the other views stay. */
function showView(name) {
  main.replaceChildren(place("gym"), copyOf(name));
  isTyped = false;
}

async function show() {
  state = await gymState();
  const url = new URL(location);
  const found = findSet(state, url.searchParams.get("set"));
  if (found) showSet(found);
  else if (!state.open) showIdle();
  else if (url.pathname === "/session/finish") showFinish();
  else showWorkout(url.searchParams.get("name"));
  document.dispatchEvent(new Event("page:show"));
}

/** A set with its weight in the user's unit, whichever it was recorded in. */
const setText = (set) => textOf(set, state.copy?.unit);

const titleOf = (workout) => workout.title || texts.untitled;

function showTitle(title) {
  place("gym-title").textContent = title;
  const shown = place("gym-shown");
  if (shown) shown.textContent = state.copy ? filled(texts.shown, { time: clockTime(state.copy.updated) }) : texts.unknown;
}

// --- No workout

function showIdle() {
  showView("gym-idle");
  const { copy } = state;
  place("gym-unknown").hidden = Boolean(copy);
  place("gym-unknown").textContent = texts.unknown;
  for (const plan of copy?.plans ?? []) {
    const item = copyOf("gym-plan");
    item.querySelector(".row-title").textContent = plan.name;
    item.querySelector(".figures").textContent = [...new Set(plan.items.map((one) => one.exercise))].join(", ");
    const button = item.querySelector("button");
    button.dataset.plan = plan.number;
    button.setAttribute("aria-label", filled(button.getAttribute("aria-label"), { title: plan.name }));
    place("gym-plans").append(item);
  }
}

// --- The open workout

/** The exercises of the workout: those of its plan, those that were done, and one that was chosen. */
function groups(chosen) {
  const { open, copy } = state;
  const names = [...(open.plan?.items ?? []).map((one) => one.exercise), ...open.sets.map((set) => set.exercise.name)];
  if (chosen) names.push(chosen.name);
  return [...new Set(names)].map((name) => {
    const known = copy?.exercises.find((one) => one.statistics.exercise === name);
    return {
      exercise: { id: known?.id ?? null, name }, record: known?.statistics.record ?? null, last: known?.last ?? [],
      planned: (open.plan?.items ?? []).filter((one) => one.exercise === name),
      today: open.sets.filter((set) => set.exercise.name === name),
    };
  });
}

/** The warm-ups and the sets that count, each with what it was the last time, and what was planned. */
function slotsOf({ planned, last, today }) {
  const slots = [];
  for (const isWarmUp of [true, false]) {
    const asked = planned.filter((one) => one.warmUp === isWarmUp).flatMap((one) => Array(one.sets).fill(one));
    const before = last.filter((set) => (set.kind === "warmUp") === isWarmUp);
    const done = today.filter((set) => (set.entry.kind === "warmUp") === isWarmUp);
    const count = Math.max(asked.length, before.length, done.length);
    for (let index = 0; index < count; index++) {
      slots.push({ isWarmUp, planned: asked[index], before: before[index], done: done[index] });
    }
  }
  // Nobody warms up after the first set that counts.
  const counts = today.some((set) => set.entry.kind !== "warmUp");
  const isOpen = (slot) => !slot.done && !(slot.isWarmUp && counts);
  if (!slots.some(isOpen)) slots.push({ isWarmUp: false });
  return { slots, next: slots.findIndex(isOpen) };
}

const isDone = (group) => {
  const { slots, next } = slotsOf(group);
  const slot = slots[next];
  return group.today.length > 0 && !(group.planned.length > 0 ? slot.planned : slot.before);
};

/** What comes next: as the last time, or as today, or as planned. */
function proposal({ slots, next }, today) {
  const slot = slots[next];
  const kind = slot.isWarmUp ? "warmUp" : "normal";
  const former = slot.before ?? today.filter((set) => (set.entry.kind === "warmUp") === slot.isWarmUp).pop()?.entry;
  if (former) return { ...former, rpe: null, note: "" };
  const planned = slot.planned;
  return {
    kind, weight: planned?.weight ?? null, reps: planned?.reps?.from ?? null, seconds: planned?.seconds ?? null,
    metres: planned?.metres ?? null, rpe: null, note: "" };
}

/** A name that somebody typed, or a link has: as this device knows it. */
function known(name) {
  const { copy } = state;
  const wanted = name.trim().toLocaleLowerCase();
  const names = [...(copy?.exercises ?? []).map((one) => one.statistics), ...(copy?.unused ?? [])];
  const found = names.find((one) => one.exercise.toLocaleLowerCase() === wanted)
    ?? names.find((one) => (one.aliases ?? []).some((alias) => alias.toLocaleLowerCase() === wanted));
  return found ? { name: found.exercise } : null;
}

function showWorkout(name) {
  const { open, copy } = state;
  const chosen = name ? known(name) ?? open.sets.find((set) => set.exercise.name === name)?.exercise : null;
  const all = groups(chosen);
  const latest = all.find((one) => one.exercise.name === open.sets.at(-1)?.exercise.name);
  current = all.find((one) => one.exercise.name === chosen?.name) ?? (latest && !isDone(latest) ? latest : null)
    ?? all.find((one) => !isDone(one)) ?? latest ?? null;
  showView("gym-workout");
  showTitle(titleOf(open));
  const others = all.filter((one) => one !== current);
  place("gym-others").hidden = others.length === 0;
  for (const group of others) {
    const item = copyOf("gym-other");
    item.querySelector("a").href = "/session?name=" + encodeURIComponent(group.exercise.name);
    item.querySelector(".row-title").textContent = group.exercise.name;
    const sets = group.today.length > 0 ? group.today.map((set) => set.entry) : group.last.filter((set) => set.kind !== "warmUp");
    item.querySelector(".figures").textContent = sets.map(setText).join(", ");
    place("gym-others").firstElementChild.append(item);
  }
  place("exercise-names").append(...[
    ...(copy?.exercises ?? []).filter((one) => !one.statistics.retired).map((one) => one.statistics.exercise),
    ...(copy?.unused ?? []).map((one) => one.exercise),
  ].map((one) => new Option("", one)));
  if (name && !chosen) complain(filled(texts.nobody, { name }), place("exercise-name"));
  if (!current) {
    for (const part of main.querySelectorAll(".session-now, .dock")) part.remove();
    return;
  }
  const order = slotsOf(current);
  place("current").textContent = current.exercise.name;
  place("current-detail").textContent = [
    ...current.planned.filter((one) => !one.warmUp).map(plannedText),
    ...(current.record ? [filled(texts.record, { set: setText(current.record) })] : []),
  ].join(" · ");
  showRows(order);
  fillForm(place("log"), "log", proposal(order, current.today), current.exercise);
  nextID = crypto.randomUUID();
  const again = place("again");
  const last = current.today.at(-1)?.entry;
  again.hidden = !last;
  if (last) {
    again.lastElementChild.textContent = setText({ ...last, rpe: null });
    again.setAttribute("aria-label", filled(texts.again, { set: setText(last) }));
  }
  showRest(order);
}

function plannedText({ sets, reps, seconds, metres, weight }) {
  const range = reps && (reps.from === reps.to ? decimal(reps.from) : `${decimal(reps.from)}–${decimal(reps.to)}`);
  const target = range ?? setText({ seconds, metres });
  return `${decimal(sets)}${nbsp}×${nbsp}${target}` + (weight ? ` · ${setText({ weight })}` : "");
}

function showRows({ slots, next }) {
  let number = 0;
  const rows = slots.map((slot, index) => {
    const row = copyOf("gym-row");
    const [label, before, today, edit] = row.firstElementChild.children;
    const kind = slot.done?.entry.kind ?? (slot.isWarmUp ? "warmUp" : "normal");
    if (!slot.isWarmUp) number += 1;
    label.firstElementChild.textContent = kind === "normal" ? decimal(number) : texts[kind + "Letter"];
    label.lastElementChild.textContent = kind === "normal" ? filled(texts.set, { number }) : texts[kind];
    before.textContent = slot.before ? setText(slot.before) : "–";
    if (slot.done) {
      const text = document.createElement("strong");
      text.textContent = setText(slot.done.entry);
      today.append(text);
      for (const note of [slot.done.isPending ? texts.unsent : "", slot.done.entry.note].filter(Boolean)) {
        const line = document.createElement("span");
        line.className = "figures notes";
        line.textContent = note;
        today.append(line);
      }
      const link = copyOf("gym-done");
      link.firstElementChild.href = "/session?set=" + slot.done.id;
      link.querySelector(".vh").textContent = filled(texts.edit, { number: index + 1, set: setText(slot.done.entry) });
      edit.append(link);
    } else if (index === next) {
      row.firstElementChild.className = "at-hand";
      row.firstElementChild.setAttribute("aria-current", "step");
      today.append(copyOf("gym-next"));
    }
    return row;
  });
  place("gym-rows").replaceChildren(...rows);
}

/** Fills a form of a set, and leaves out the fields that its exercise does not have. */
function fillForm(form, prefix, entry, exercise) {
  const unit = entry.weight?.unit ?? state.copy?.unit ?? "kg";
  const isFar = entry.metres !== null && entry.metres % 1000 === 0 || entry.metres === null;
  const values = {
    weight: entry.weight ? decimal(entry.weight.value) : "", unit, reps: entry.reps ?? "",
    distance: entry.metres === null ? "" : decimal(isFar ? entry.metres / 1000 : entry.metres), distanceUnit: isFar ? "km" : "m",
    time: entry.seconds === null ? "" : clock(entry.seconds), kind: entry.kind, rpe: entry.rpe === null ? "" : decimal(entry.rpe),
    note: entry.note,
  };
  for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
  // The template's are for kilograms.
  const size = unit === "lb" ? 5 : 2.5;
  for (const step of place(`${prefix}-weight`).closest(".stepper").querySelectorAll(".step")) {
    step.dataset.step = Math.sign(Number(step.dataset.step)) * size;
    step.setAttribute("aria-label", step.getAttribute("aria-label").replace(decimal(2.5), decimal(size)));
  }
  const wanted = fieldsOf[measuresOf(exercise, state.copy)]
    ?? ["weight", "reps", "distance", "time"].filter((name) => values[name] !== "" || ["weight", "reps"].includes(name));
  for (const name of ["weight", "reps", "distance", "time"]) {
    place(`${prefix}-${name}`).closest(".stepper").hidden = !wanted.includes(name) && values[name] === "";
  }
}

/** The rest runs since the set that was logged last. */
function showRest({ slots, next }) {
  const rest = place("rest");
  rest.dataset.seconds = slots[next].planned?.rest ?? current.planned.at(-1)?.rest ?? usualRest;
  const latest = state.open.sets.reduce((one, set) => (set.at ?? 0) >= (one?.at ?? 0) ? set : one, null);
  const elapsed = latest?.at ? Math.floor((Date.now() - latest.at) / 1000) : Infinity;
  if (elapsed < 0 || elapsed >= Number(rest.dataset.seconds)) return;
  rest.dataset.elapsed = elapsed;
  rest.dataset.set = latest.id;
}

// --- One set, the end

function showSet({ workout, set }) {
  showView("gym-set");
  showTitle(set.exercise.name);
  fillForm(place("set-form"), "set", set.entry, set.exercise);
  place("set-form").dataset.set = set.id;
  place("cancel").href = backOf(set);
  if (workout.id !== state.open?.id) place("cancel").href = "/session";
}

const backOf = (set) => "/session?name=" + encodeURIComponent(set.exercise.name);

function showFinish() {
  showView("gym-finish");
  place("gym-title").textContent = titleOf(state.open);
  const now = new Date();
  place("end").value = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  place("title").value = titleOf(state.open);
  if (state.copy?.sessionType) place("type").value = state.copy.sessionType;
}

// --- What is done here

/** Shows why nothing was saved, and leaves what was typed. */
function complain(text, field) {
  place("problems")?.remove();
  const note = copyOf("gym-problems");
  note.querySelector(".problem").textContent = text;
  place("gym").after(note);
  field?.setAttribute("aria-invalid", "true");
  field?.setAttribute("aria-describedby", "problems");
  place("problems").focus();
}

/** Shows what was done last, which can be undone. */
function tellDone(text) {
  const toast = copyOf("gym-toast");
  toast.querySelector("p").textContent = text;
  place("gym").after(toast);
  announce(text);
}

/**
 * Does something that is on the disk before it is shown. Where that is not possible, says so, and leaves the page as it is.
 * Answers with what was done; undefined where it was not.
 */
async function perform(action) {
  try {
    const change = await action();
    isTyped = false;
    document.dispatchEvent(new Event("gym:change"));
    return change;
  } catch (error) {
    complain(isFull(error) ? texts.full : error.isGone ? texts.gone : String(error.message));
    return undefined;
  }
}

async function log(entry) {
  const { exercise } = current;
  const logged = await perform(() => logSet({ set: nextID, exercise, entry, workout: state.open?.id }));
  if (logged === undefined) return;
  history.replaceState(null, "", "/session?name=" + encodeURIComponent(exercise.name));
  await show();
  tellDone(filled(texts.logged, { exercise: exercise.name, set: setText(entry) }));
  place("log-set")?.focus({ preventScroll: true });
}

/** The set of a form; null where it is wrong, which is said. */
function read(form, prefix, exercise) {
  const { entry, problem } = readSet(new FormData(form), measuresOf(exercise, state.copy));
  for (const field of form.elements) field.removeAttribute("aria-invalid");
  if (entry) return entry;
  complain(texts["problem" + problem[0].toUpperCase() + problem.slice(1)], place(`${prefix}-${problem}`));
  return null;
}

async function submit(form) {
  if (form.id === "log") {
    const entry = read(form, "log", current.exercise);
    if (entry) await log(entry);
  } else if (form.id === "set-form") {
    const { set } = findSet(state, form.dataset.set);
    const entry = read(form, "set", set.exercise);
    if (entry && await perform(() => correctSet(set.id, entry)) !== undefined) location.assign(backOf(set));
  } else if (form.id === "finish-form") {
    const fields = finishFields(new FormData(form));
    if (await perform(() => finishWorkout({ ...fields, workout: state.open?.id })) !== undefined) location.assign("/session");
  }
}

async function press(button) {
  if (button.id === "start" || button.dataset.plan) {
    if (await perform(() => startWorkout({ plan: button.dataset.plan })) !== undefined) await show();
    place("finish")?.focus();
  } else if (button.id === "again") {
    await log({ ...current.today.at(-1).entry, note: "" });
  } else if (button.id === "gym-remove") {
    const { set } = findSet(state, place("set-form").dataset.set);
    if (await perform(() => removeSet(set.id)) !== undefined) location.assign(backOf(set));
  } else if (button.id === "gym-discard") {
    if (await perform(() => discardWorkout(state.open?.id)) !== undefined) await show();
  } else if (button.id === "undo") {
    const undone = await perform(undoChange);
    if (undone === undefined) return;
    await show();
    announce(undone ? texts.undone : texts.stuck);
  }
}

// --- The journal

/** What was sent last. */
let sent = null;

/** Goes on to the page of the journal once it has everything; not while something is typed. */
async function goOn() {
  if (isTyped || await isAhead()) return;
  if (!sent && !(await fetch("/api/token", { signal: AbortSignal.timeout(10_000) })).ok) return;
  const notices = {
    start: "started", log: "logged", correct: "changed", remove: "removed", finish: "finished", discard: "discarded" };
  // Which check-in the workout has, as the form of the journal says.
  const link = { added: "-added", linked: "-linked", unchanged: "-linked" }[sent?.link] ?? "";
  const query = new URLSearchParams(sent ? { notice: notices[sent.kind] + link } : {});
  if (sent?.sequence) query.set("after", sent.sequence);
  if (sent?.exercise) query.set("name", sent.exercise);
  const path = sent?.kind === "finish" && sent.number ? "/sessions/" + sent.number : sent ? "/session" : location.pathname;
  location.replace(path + (query.size > 0 ? "?" + query : ""));
}

async function hear(message) {
  if (message.sent) sent = message.sent;
  if (message.obstacle === null) await goOn();
  else if (message.changed) await renew();
}

/** Shows what was sent, or undone in the list, in the place of what is shown; what is typed stays, and so does the message. */
async function renew() {
  const shown = state?.open?.id;
  state = await gymState();
  if (state.open?.id !== shown) {
    if (!isTyped) await show();
    return;
  }
  const rows = place("gym-rows");
  if (!rows || !current) return;
  const focused = rows.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  current = groups(current.exercise).find((one) => one.exercise.name === current.exercise.name);
  showRows(slotsOf(current));
  if (focused) rows.querySelector(`[href="${focused}"]`)?.focus({ preventScroll: true });
  document.dispatchEvent(new Event("page:show"));
}

if (texts && "indexedDB" in window && "BroadcastChannel" in window) {
  addEventListener("submit", (event) => {
    if (!["log", "set-form", "finish-form"].includes(event.target.id)) return;
    event.preventDefault();
    submit(event.target).catch(() => {});
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-step]")) isTyped = true;
    const button = event.target.closest("#main button[type=button]");
    if (button) press(button).catch(() => {});
  });
  document.addEventListener("input", () => { isTyped = true; });
  new BroadcastChannel("checkin.waiting").onmessage = (event) => hear(event.data).catch(() => {});
  setInterval(() => { if (!document.hidden) goOn().catch(() => {}); }, 10_000);
  show().catch(() => {});
}
