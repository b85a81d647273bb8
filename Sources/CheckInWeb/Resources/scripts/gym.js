// Workouts on this device: a copy of what they need from the journal, and their changes that wait until they are sent.
//
// A change is an object of: `order`, its place among the others; `id`; `workout`, the identity of the session, and its `title`;
// `kind`; `at`, milliseconds since 1970; and by its kind:
//   start    `plan` of the copy, or null
//   log      `set`, the identity of the set; `exercise`; `entry`, as the API takes it
//   correct  `set`, `exercise`; `was`, the set as it was seen; `entry`, the members that were changed
//   remove   `set`, `exercise`; `was`
//   finish   `end`; `checkIn` with type and title, null for none
//   discard
// Once it may have arrived, it has `isTried`. What the journal will not take has `refusal`, its words; what was changed elsewhere
// as well has `question`. The one that takes back another has `undoes`, its id.
import { isFull, perform, resultOf, transact } from "./database.js";
import { differences, entryOf, readSet } from "./sets.js";
import { tell, whileNothingIsSent } from "./waiting.js";

const newID = () => crypto.randomUUID().toUpperCase();

/** To the second, as the journal counts. */
const now = () => Math.floor(Date.now() / 1000) * 1000;

/** A moment on the clock of this device: `2026-11-20T18:00:00+01:00`. */
export function written(milliseconds) {
  const offset = -new Date(milliseconds).getTimezoneOffset();
  const local = new Date(milliseconds + offset * 60_000).toISOString().slice(0, 19);
  const two = (number) => String(Math.abs(number)).padStart(2, "0");
  return `${local}${offset < 0 ? "-" : "+"}${two(Math.trunc(offset / 60))}:${two(offset % 60)}`;
}

// --- The copy

/** The copy, with the time of its making as `updated`; undefined where there is none. */
export const gymCopy = () => perform("copies", "readonly", (store) => store.get("gym"));

/** Reads the copy again. Answers with it, or with the response where that is an error. */
export async function readGym() {
  const response = await fetch("/api/gym", { cache: "no-store", signal: AbortSignal.timeout(30_000) });
  if (!response.ok) return { response };
  const { now: time, unit, sessionType, plans, exercises, unused, open } = await response.json();
  const copy = {
    name: "gym", updated: Date.now(), time: Date.parse(time), unit, sessionType, plans, exercises, unused,
    open: open && openWorkout(open, exercises),
  };
  // Without room for it, what waits is sent all the same.
  await perform("copies", "readwrite", (store) => store.put(copy)).catch(() => {});
  return { response, copy };
}

export const forgetGym = () => perform("copies", "readwrite", (store) => store.clear());

/** The open session of the journal, as a workout here. */
function openWorkout({ session, plan, sets }, exercises) {
  return {
    id: session.id, number: session.number, title: session.title, start: Date.parse(session.start), plan, isOpen: true,
    sets: session.sets.map((set, index) => ({
      id: sets[index].id, number: set.number, at: sets[index].at, exercise: exerciseNamed(exercises, set.exercise),
      entry: entryOf(set),
    })),
  };
}

function exerciseNamed(exercises, name) {
  const known = exercises.find((one) => one.statistics.exercise === name);
  return { id: known?.id ?? null, name };
}

/** The name of an exercise now: it may have been renamed since. */
export const nameOf = (exercise, copy) =>
  copy?.exercises.find((one) => one.id === exercise.id)?.statistics.exercise ?? exercise.name;

/** How an exercise is measured; undefined where that is not known here. */
export const measuresOf = (exercise, copy) =>
  copy?.exercises.find((one) => one.id === exercise.id)?.statistics.measures
  ?? copy?.unused.find((one) => one.exercise === exercise.name)?.measures;

// --- The state

const allChanges = () => perform("changes", "readonly", (store) => store.getAll());

/** True if changes of workouts wait. */
export const hasChanges = async () => (await perform("changes", "readonly", (store) => store.count())) > 0;

/** The copy, the changes, the workouts that they result in by their identities, and the open one of these or null. */
export async function gymState() {
  const [copy, changes] = await Promise.all([gymCopy(), allChanges()]);
  return fold(copy, changes);
}

/** True for a change that can be sent without a decision. */
export const isReady = (change) => !change.question && !change.refusal;

/** True if this device knows better than the journal what the open workout is. */
export async function isAhead() {
  const { open, changes } = await gymState();
  return changes.some((change) => isReady(change) || change.workout === open?.id);
}

function fold(copy, changes) {
  const workouts = new Map(copy?.open ? [[copy.open.id, structuredClone(copy.open)]] : []);
  for (const change of changes) apply(change, workouts, true);
  return { copy, changes, workouts, open: [...workouts.values()].filter((one) => one.isOpen).pop() ?? null };
}

function apply(change, workouts, isPending) {
  // Whatever is known of it, its changes are shown.
  if (!workouts.has(change.workout)) {
    workouts.set(change.workout, {
      id: change.workout, title: change.title, start: change.at, plan: null, isOpen: true, sets: [] });
  }
  const workout = workouts.get(change.workout);
  const set = workout.sets.find((one) => one.id === change.set);
  switch (change.kind) {
  case "start":
    Object.assign(workout, { title: change.title, start: change.at, plan: change.plan });
    break;
  case "log":
    if (!set) workout.sets.push({ id: change.set, exercise: change.exercise, entry: change.entry, at: change.at, isPending });
    break;
  case "correct":
    if (set) Object.assign(set, { entry: { ...set.entry, ...change.entry }, isPending });
    break;
  case "remove":
    workout.sets = workout.sets.filter((one) => one !== set);
    break;
  case "finish":
    Object.assign(workout, { isOpen: false, end: change.end });
    break;
  case "discard":
    workouts.delete(change.workout);
  }
}

// --- Commands

/** Appends the change that `make` makes of the state, unless it makes none. On the disk when it answers. */
async function append(make) {
  const appended = await transact(["changes", "copies"], "readwrite", async (store) => {
    const copy = await resultOf(store("copies").get("gym"));
    const changes = await resultOf(store("changes").getAll());
    const change = make(fold(copy, changes));
    if (!change) return null;
    const whole = { order: (changes.at(-1)?.order ?? 0) + 1, id: newID(), at: now(), ...change };
    await resultOf(store("changes").put(whole));
    return whole;
  });
  if (appended) tell({ changed: true });
  return appended;
}

/** Starts a workout, unless one is open. `id`: the identity that a form has for it; each form starts one. */
export const startWorkout = ({ id, plan }) => append(({ copy, changes, open }) => {
  if (open) return null;
  const known = copy?.plans.find((one) => String(one.number) === String(plan)) ?? null;
  const chosen = known ?? (plan ? { number: /^\d+$/.test(plan) ? Number(plan) : plan, name: "", items: [] } : null);
  const isUsed = !id || changes.some((change) => change.workout === id);
  return { kind: "start", workout: isUsed ? newID() : id.toUpperCase(), title: chosen?.name ?? "", plan: chosen };
});

/** Nothing is recorded before what it follows, whatever the clock of this device says. */
const latest = (workout) => Math.max(now(), workout.start, ...workout.sets.map((set) => set.at ?? 0));

const about = (workout) => ({ workout: workout.id, title: workout.title });

/**
 * The open workout. `id`: the one that the page shows; null for any. Throws an error that `isGone` where it is not open any more:
 * another page of this device may have gone on.
 */
function expected(open, id) {
  if (!open || id && open.id !== id) throw Object.assign(new Error("not open"), { isGone: true });
  return open;
}

/** Logs a set in the open workout. `set`: the identity that a form has for it. `workout`: as in `expected`. */
export const logSet = ({ set, exercise, entry, workout = null }) => append((state) => {
  const id = set?.toUpperCase() ?? newID();
  const open = expected(state.open, workout);
  if (open.sets.some((one) => one.id === id)) return null;
  return { kind: "log", ...about(open), set: id, exercise, entry, at: latest(open) };
});

/** The workout and the set with an identity; null where it is in none. */
export function findSet({ workouts }, id) {
  for (const workout of workouts.values()) {
    const set = workout.sets.find((one) => one.id === id);
    if (set) return { workout, set };
  }
  return null;
}

/** Gives a set other values; nothing where they are the same. */
export const correctSet = (id, entry) => append((state) => {
  const found = findSet(state, id);
  expected(found?.workout, null);
  const changed = differences(entry, found.set.entry);
  if (Object.keys(changed).length === 0) return null;
  const { exercise, entry: was } = found.set;
  return { kind: "correct", ...about(found.workout), set: id, exercise, was, entry: changed };
});

export const removeSet = (id) => append((state) => {
  const found = findSet(state, id);
  expected(found?.workout, null);
  return { kind: "remove", ...about(found.workout), set: id, exercise: found.set.exercise, was: found.set.entry };
});

/** Finishes the open workout. `end`: milliseconds since 1970; null for now. `workout`: as in `expected`. */
export const finishWorkout = ({ end, checkIn, workout = null }) => append((state) => {
  const open = expected(state.open, workout);
  return {
    kind: "finish", ...about(open), checkIn,
    end: Math.max(Math.min(end ?? now(), now()), open.start, ...open.sets.map((set) => set.at ?? 0)) };
});

/** Discards the open workout with the sets that are `known` here. `workout`: as in `expected`. */
export const discardWorkout = (workout) => append((state) => {
  const open = expected(state.open, workout);
  return { kind: "discard", ...about(open), known: open.sets.map((set) => set.id) };
});

// --- Undo

/** The change that an undo takes back; null where there is none. */
export const undoable = (changes) => changes.filter(
  (change) => !change.undoes && !changes.some((other) => other.undoes === change.id)).pop() ?? null;

/**
 * Takes back the latest change. One that may have arrived is not forgotten, but followed by another one that reverses it.
 *
 * Answers with the change; null where there is none, or where it is being sent.
 */
export async function undoChange() {
  const undone = await whileNothingIsSent(async (lock) => {
    if (!lock) return null;
    const change = undoable(await allChanges());
    if (!change) return null;
    if (!change.isTried) {
      await perform("changes", "readwrite", (store) => store.delete(change.order));
      return change;
    }
    const reverse = reversal(change);
    return reverse && await append(() => reverse) && change;
  }, true);
  if (undone) tell({ changed: true });
  return undone;
}

function reversal(change) {
  const { workout, title, set, exercise, was, entry } = change;
  const same = { workout, title, set, exercise, undoes: change.id };
  switch (change.kind) {
  case "start": return { ...same, kind: "discard" };
  case "log": return { ...same, kind: "remove", was: entry };
  case "correct": return {
    ...same, kind: "correct", was: { ...was, ...entry },
    entry: Object.fromEntries(Object.keys(entry).map((name) => [name, was[name]])) };
  case "remove": return { ...same, kind: "log", set: newID(), entry: was };
  // The journal's own undo has these, once they are there.
  default: return null;
  }
}

// --- Sending

export const nextChange = async (order) =>
  (await perform("changes", "readonly", (store) => store.getAll(IDBKeyRange.lowerBound(order, true), 1)))[0];

/** Notes something about a change that is still there. */
export async function markChange(change, marks) {
  await transact(["changes"], "readwrite", async (store) => {
    const present = await resultOf(store("changes").get(change.order));
    if (present?.id === change.id) await resultOf(store("changes").put({ ...present, ...marks }));
  });
  tell({ changed: true });
}

/** Takes a change that is in the journal out of those that wait, and into the copy. */
export async function settleChange(change) {
  try {
    await moveIntoCopy(change);
  } catch (error) {
    if (!isFull(error)) throw error;
    await perform("changes", "readwrite", (store) => store.delete(change.order));
  }
}

async function moveIntoCopy(change) {
  await transact(["changes", "copies"], "readwrite", async (store) => {
    await resultOf(store("changes").delete(change.order));
    const copy = await resultOf(store("copies").get("gym"));
    if (!copy || change.kind !== "start" && copy.open?.id !== change.workout) return;
    const workouts = new Map(change.kind !== "start" ? [[copy.open.id, copy.open]] : []);
    apply(change, workouts, false);
    const workout = workouts.get(change.workout);
    copy.open = workout?.isOpen ? workout : null;
    await resultOf(store("copies").put(copy));
  });
}

// --- What was changed elsewhere as well

/** Decides a question about a change, or about a refusal. */
export async function decide(order, choice) {
  await whileNothingIsSent(() => transact(["changes", "copies"], "readwrite", async (store) => {
    const { open } = await resultOf(store("copies").get("gym")) ?? {};
    const changes = await resultOf(store("changes").getAll());
    const change = changes.find((one) => one.order === order);
    if (!change) return;
    const { question, refusal, ...rest } = change;
    const put = (one) => resultOf(store("changes").put(one));
    const remove = (one) => resultOf(store("changes").delete(one.order));
    const ofWorkout = changes.filter((one) => one.workout === change.workout && one.order >= change.order);
    switch (choice) {
    case "retry": return put(rest);
    case "drop": return remove(change);
    case "mine":
      // The set as it is there has been seen now.
      return put(question.present ? { ...rest, was: question.present } : { ...rest, isForced: true });
    case "again":
      return put({
        ...rest, kind: "log", set: newID(), entry: { ...change.was, ...change.entry },
        // Nothing is logged before its workout, whatever the clock of this device says.
        at: open?.id === change.workout ? Math.max(change.at, open.start) : change.at });
    case "first": return put({ ...rest, finishes: question.id });
    case "without": return put({ ...rest, plan: null });
    case "restore": return put({ ...rest, restores: true });
    case "join": {
      // A workout that was discarded here has nothing for the other one, which must stay.
      const isDiscarded = ofWorkout.some((one) => one.kind === "discard");
      for (const one of ofWorkout) {
        if (one === change || isDiscarded) await remove(one);
        else {
          const end = one.end === undefined ? {} : { end: Math.max(one.end, question.start) };
          await put({ ...one, ...end, workout: question.id, title: question.title, at: Math.max(one.at, question.start) });
        }
      }
      return;
    }
    case "delete":
      for (const one of ofWorkout) await remove(one);
      return;
    case "own": {
      const workout = newID();
      const moved = ofWorkout.filter((one) => one.kind === "log" || isOfSets(one, ofWorkout) || one.kind === "finish");
      for (const one of ofWorkout) if (!moved.includes(one)) await remove(one);
      const at = moved.find((one) => one.kind === "log")?.at ?? change.at;
      await put({ order: change.order - 0.5, id: newID(), workout, title: change.title, kind: "start", at, plan: null });
      for (const one of moved) {
        const { question: _, refusal: __, ...clean } = one;
        await put({ ...clean, workout });
      }
    }
    }
  }));
  tell({ changed: true });
}

/** True for a change of a set that one of the changes logs. */
const isOfSets = (change, changes) => changes.some((one) => one.kind === "log" && one.set === change.set);

// --- Forms of pages

const setForm = /^\/sessions\/(\d+)\/sets\/(\d+)(\/remove)?$/;

/** True for the forms that change workouts, and that can wait. */
export const isWorkoutForm = (path) => ["/session/start", "/session/finish"].includes(path) || setForm.test(path);

/** Has a form that could not be sent wait. Answers with the page that shows it; null where it cannot wait. */
export async function takeWorkoutForm(path, form) {
  if (path === "/session/start") {
    await startWorkout({ id: form.get("id"), plan: form.get("plan") });
    return "/session";
  }
  const { open, copy } = await gymState();
  if (path === "/session/finish") {
    if (!isNumbered(open, form.get("session"))) return null;
    await finishWorkout(finishFields(form));
    return "/session";
  }
  const [, session, number, isRemoval] = setForm.exec(path);
  const set = isNumbered(open, session) ? open.sets.find((one) => String(one.number) === number) : null;
  if (!set) return null;
  if (isRemoval) {
    await removeSet(set.id);
  } else {
    const { entry } = readSet(form, measuresOf(set.exercise, copy));
    if (!entry) return null;
    await correctSet(set.id, entry);
  }
  return "/session?name=" + encodeURIComponent(set.exercise.name);
}

/** True if an open workout is the one that a page of the server calls by a number. */
export const isNumbered = (open, number) => Boolean(open?.number) && String(open.number) === number;

/** The fields of the form that finishes a workout. */
export function finishFields(form) {
  const end = Date.parse(form.get("end"));
  // A minute that has not ended yet is now.
  const isNow = Number.isNaN(end) || end + 60_000 > Date.now();
  const checkIn = form.get("check-in") === "yes" ? { type: form.get("type"), title: (form.get("title") ?? "").trim() } : null;
  return { end: isNow ? null : end, checkIn };
}
