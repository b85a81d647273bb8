// Sets, as forms have them, as the API takes them, and as people read them.

/** The members of a set that can be changed. */
export const members = ["kind", "weight", "reps", "seconds", "metres", "rpe", "note"];

/** What a set of each kind of exercise has to say, by one of these members. */
const measured = {
  weight: ["reps"], reps: ["reps"], duration: ["seconds"], distance: ["metres"], "distance-duration": ["metres", "seconds"],
};

const metresOf = { km: 1000, m: 1, mi: 1609.344 };

/** The fields of a form that sets of an exercise have. */
export const fieldsOf = {
  weight: ["weight", "reps"], reps: ["reps"], duration: ["time", "weight"], distance: ["distance", "weight"],
  "distance-duration": ["distance", "time"],
};

/** The part of an object that says what was done. */
export const entryOf = (set) => Object.fromEntries(members.map((name) => [name, set[name] ?? (name === "note" ? "" : null)]));

/**
 * The set that a form describes, or the name of what is wrong: `{ entry }`, or `{ problem }`.
 *
 * `measures`: how the exercise is measured; undefined where that is not known.
 */
export function readSet(form, measures) {
  const text = (name) => (form.get(name) ?? "").toString().replace(/\s/g, "").replace(",", ".");
  const entry = { kind: form.get("kind") || "normal", weight: null, reps: null, seconds: null, metres: null, rpe: null };
  if (text("weight")) {
    if (!/^\d{1,6}(\.\d{1,3})?$/.test(text("weight"))) return { problem: "weight" };
    entry.weight = { value: text("weight"), unit: form.get("unit") || "kg" };
  }
  if (text("reps")) {
    if (!/^\d{1,5}$/.test(text("reps"))) return { problem: "reps" };
    entry.reps = Number(text("reps"));
  }
  if (text("distance")) {
    if (!/^\d{1,7}(\.\d{1,6})?$/.test(text("distance"))) return { problem: "distance" };
    entry.metres = Math.round(Number(text("distance")) * (metresOf[form.get("distanceUnit")] ?? 1000) * 1000) / 1000;
  }
  if (text("time")) {
    if (!/^\d{1,6}(:[0-5]?\d){0,2}$/.test(text("time"))) return { problem: "time" };
    entry.seconds = text("time").split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  }
  if (text("rpe")) {
    const rpe = Number(text("rpe"));
    if (!(rpe >= 1 && rpe <= 10 && Number.isInteger(rpe * 2))) return { problem: "rpe" };
    entry.rpe = rpe;
  }
  entry.note = (form.get("note") ?? "").toString().replace(/\r\n?/g, "\n").trim();
  const needed = measured[measures] ?? ["reps", "seconds", "metres"];
  return needed.some((name) => entry[name] !== null) ? { entry } : { problem: "empty" };
}

/** A set in the notation that the page repeats sets with, as fields of a form; null for one that says more. */
export function fieldsOfNotation(text) {
  const found = /^([wdf]?)(?:(\d+(?:\.\d+)?)(kg|lb)?)?x(\d+)(?:\s*@(\d+(?:\.\d)?))?$/.exec(text.trim());
  if (!found) return null;
  const [, kind, weight, unit, reps, rpe] = found;
  return new Map(Object.entries({
    kind: { w: "warmUp", d: "drop", f: "failure" }[kind] ?? "normal", weight: weight ?? "", unit: unit ?? "", reps,
    rpe: rpe ?? "" }));
}

const isSameWeight = (one, other) => one === null || other === null
  ? one === other : Number(one.value) === Number(other.value) && one.unit === other.unit;

/** True if two values of a member say the same. */
export const isSame = (name, one, other) =>
  name === "weight" ? isSameWeight(one ?? null, other ?? null) : (one ?? null) === (other ?? null);

/** The members of a set that differ from those of another one, with their values. */
export const differences = (entry, other) =>
  Object.fromEntries(members.filter((name) => !isSame(name, entry[name], other[name])).map((name) => [name, entry[name]]));

// --- For people

const nbsp = "\u00a0";
const times = " ×" + nbsp;

/** A number as the page's reader writes it. */
export const decimal = (number) => new Intl.NumberFormat(
  document.documentElement.lang, { maximumFractionDigits: 3, useGrouping: false }).format(Number(number));

/** `1:30` */
export function clock(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

const kilogramsOf = { kg: 1, lb: 0.45359237 };

/** A weight in its own unit as it was recorded, and in the other one rounded to tenths. */
function weightText({ value, unit }, wanted = unit) {
  const number = wanted === unit ? value : Math.round(value * kilogramsOf[unit] / kilogramsOf[wanted] * 10) / 10;
  return decimal(number) + nbsp + wanted;
}

/** `80 kg × 10`, `5 km × 25:00`. `unit`: that of the weight; where it is left out, the one that it was recorded in. */
export function textOf({ weight, reps, seconds, metres, rpe }, unit) {
  const parts = [];
  if (weight) parts.push(weightText(weight, unit));
  if (metres) parts.push(metres % 1000 === 0 ? decimal(metres / 1000) + nbsp + "km" : decimal(metres) + nbsp + "m");
  if (reps) parts.push(parts.length > 0 ? decimal(reps) : "×" + nbsp + decimal(reps));
  if (seconds) parts.push(clock(seconds));
  return parts.join(times) + (rpe ? nbsp + "@" + decimal(rpe) : "");
}
