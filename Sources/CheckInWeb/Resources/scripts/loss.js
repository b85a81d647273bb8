// Says what would be lost before this device forgets what was not sent, and saves it as files that `checkin import` reads.
import { forgetEverything } from "./forgetting.js";
import { gymState, written } from "./gym.js";
import { changeText, filled } from "./gym-texts.js";
import { optionalFields, waiting } from "./waiting.js";

const dialog = document.getElementById("loss");
const element = (name) => document.getElementById("loss-" + name);

/** A table as RFC 4180 has it. */
const table = (rows) => rows.map((row) => row.map((cell) => {
  const text = String(cell ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}).join(",") + "\r\n").join("");

const checkInColumns = ["at", "type", "title", "id", "timeZone", ...optionalFields];

/** The check-ins that wait, and those that workouts are finished with. */
function checkInTable(entries, { changes, workouts }) {
  const rows = entries.map((entry) => {
    const row = { ...entry, at: entry.time, timeZone: entry.zone };
    return checkInColumns.map((name) => row[name]);
  });
  for (const change of changes) {
    if (!change.checkIn) continue;
    const workout = workouts.get(change.workout);
    const row = {
      at: written(workout.start), type: change.checkIn.type, title: change.checkIn.title || workout.title, id: change.id };
    rows.push(checkInColumns.map((name) => row[name]));
  }
  return rows.length > 0 ? table([checkInColumns, ...rows]) : "";
}

const setColumns = [
  "title", "start_time", "end_time", "exercise_title", "set_type", "weight_kg", "weight_lbs", "reps", "distance_m",
  "duration_seconds", "rpe", "notes",
];
const kinds = { warmUp: "warmup", drop: "dropset", failure: "failure" };

/** The sets that wait, as Hevy exports workouts. */
function setTable({ changes, workouts }) {
  const logged = new Set(changes.filter((change) => change.kind === "log").map((change) => change.set));
  const rows = [];
  for (const workout of workouts.values()) {
    // A set whose correction waits was sent before, and would be there twice.
    for (const { id, exercise, entry } of workout.sets) {
      if (!logged.has(id)) continue;
      const weight = (unit) => entry.weight?.unit === unit ? entry.weight.value : "";
      rows.push([
        workout.title, written(workout.start), workout.end ? written(workout.end) : "", exercise.name,
        kinds[entry.kind] ?? "normal", weight("kg"), weight("lb"), entry.reps, entry.metres, entry.seconds, entry.rpe,
        entry.note,
      ]);
    }
  }
  return rows.length > 0 ? table([setColumns, ...rows]) : "";
}

/** The changes that neither table has: those of sets that were sent before, and of workouts without sets. */
function left(changes) {
  const logged = new Set(changes.filter((change) => change.kind === "log").map((change) => change.set));
  return changes.filter((change) => ["correct", "remove"].includes(change.kind) && !logged.has(change.set)
    || change.kind === "discard" || change.kind === "finish" && !change.checkIn && !changes.some(
      (other) => other.kind === "log" && other.workout === change.workout));
}

const list = (place, texts) => place.replaceChildren(...texts.map((text) => {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}));

function offer(button, text, name) {
  button.hidden = !text;
  button.onclick = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
}

/** True if something was not sent. */
export async function hasLoss() {
  const [entries, { changes }] = await Promise.all([waiting.all(), gymState()]);
  return entries.length > 0 || changes.length > 0;
}

/** Shows what would be lost. Answers with true once it may be deleted. `why`: the name of the title's text. */
export async function askAboutLoss(why) {
  const [entries, state] = await Promise.all([waiting.all(), gymState()]);
  element("title").textContent = dialog.dataset[why];
  list(element("list"), [...entries.map((entry) => entry.title), ...state.changes.map(changeText)]);
  const photo = document.getElementById("loss-photo").content.textContent;
  const photos = entries.filter((entry) => entry.photo).map((entry) => filled(photo, { title: entry.title }));
  const rest = [...photos, ...left(state.changes).map(changeText)];
  element("rest").hidden = rest.length === 0;
  list(element("rest").querySelector("ul"), rest);
  offer(element("check-ins"), checkInTable(entries, state), "checkin-not-sent.csv");
  offer(element("workouts"), setTable(state), "checkin-workouts-not-sent.csv");
  return new Promise((resolve) => {
    element("delete").onclick = () => dialog.close("delete");
    element("cancel").onclick = () => dialog.close("");
    dialog.returnValue = "";
    dialog.onclose = () => resolve(dialog.returnValue === "delete");
    dialog.showModal();
  });
}

const button = document.getElementById("revoked");
button?.addEventListener("click", async () => {
  if (!await askAboutLoss("revoked")) return;
  await forgetEverything();
  location.replace("/");
});
button?.click();
