// The changes of workouts, and the questions about them, as readable text.
import { clockTime } from "./clock-time.js";
import { textOf } from "./sets.js";

const texts = document.getElementById("waiting")?.dataset ?? {};

/** A text with values in place of the names in braces. */
export const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** A change as one line. */
export function changeText(change) {
  const before = change.was ? textOf(change.was) : "";
  const after = change.entry ? textOf({ ...change.was, ...change.entry }) : "";
  return filled(texts[change.kind], {
    exercise: change.exercise?.name ?? "", before, after, time: clockTime(change.end ?? change.at) });
}

/** The question about a change, and what can be chosen: names of decisions with the names of their texts. */
export function questionOf(change) {
  const { question, refusal, was, entry } = change;
  const reason = (refusal ?? question?.reasons ?? []).join(" ");
  const say = (text, values, ...choices) => ({ text: filled(texts["ask" + text], { reason, ...values }), choices });
  if (refusal) {
    return change.kind === "start" ? say("Refused", {}, ["retry", "Retry"], ["delete", "Delete"])
      : say("Refused", {}, ["retry", "Retry"], ["drop", "Drop"]);
  }
  const mine = entry ? textOf({ ...was, ...entry }) : "";
  const before = was ? textOf(was) : "";
  switch (question?.kind) {
  case "set": {
    const values = { mine, before, theirs: textOf(question.present) };
    return say(entry ? "Set" : "SetRemoved", values, ["mine", "Mine"], ["drop", "Theirs"]);
  }
  case "removed": return say("Removed", { mine }, ["again", "Again"], ["drop", "Leave"]);
  case "closed": return question.isDiscarded
    ? say("ClosedDiscarded", {}, ["restore", "Restore"], ["own", "Own"], ["delete", "Delete"])
    : say("Closed", { theirs: clockTime(question.end ?? change.at) }, ["own", "Own"], ["delete", "Delete"]);
  case "continued": return say("Continued", {}, ["mine", "Mine"], ["drop", "Theirs"]);
  case "missing": return say("Missing", {}, ["own", "Own"], ["delete", "Delete"]);
  case "other": {
    const values = { title: question.title, theirs: clockTime(question.start) };
    return say("Other", values, ["join", "Join"], ["first", "First"], ["delete", "Delete"]);
  }
  case "plan": return say("Plan", {}, ["without", "Without"], ["retry", "Retry"]);
  case "finished": {
    const values = { mine: clockTime(change.end), theirs: clockTime(question.end) };
    return say("Finished", values, ["mine", "Mine"], ["drop", "Theirs"]);
  }
  default: return null;
  }
}
