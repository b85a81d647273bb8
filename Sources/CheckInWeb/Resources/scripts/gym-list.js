// The changes of workouts among what waits: each workout with its changes, and what has to be decided about them.
import { decide, undoable, undoChange } from "./gym.js";
import { changeText, questionOf } from "./gym-texts.js";

const texts = document.getElementById("waiting")?.dataset ?? {};

/** The items of the list, one for each workout. */
export function workoutItems({ changes, workouts, open }) {
  const last = undoable(changes);
  return [...new Set(changes.map((change) => change.workout))].map((id) => {
    const part = document.getElementById("waiting-workout").content.cloneNode(true);
    const own = changes.filter((change) => change.workout === id);
    const title = workouts.get(id)?.title || own[0].title || texts.untitled;
    part.querySelector(".title").textContent = title;
    part.querySelector(".changes").append(...own.map(changeItem));
    const actions = part.querySelector(".actions");
    if (id === open?.id) {
      const link = button("a", texts.open, title);
      link.href = "/session";
      link.id = "open-workout";
      actions.append(link);
    }
    if (last?.workout === id) {
      const undo = button("button", texts.undo, changeText(last));
      undo.id = "undo-change";
      actions.append(undo);
    }
    return part;
  });
}

function changeItem(change) {
  const item = document.createElement("li");
  item.append(changeText(change));
  const question = questionOf(change);
  if (!question) return item;
  const text = document.createElement("p");
  text.className = "problem";
  text.textContent = question.text;
  const actions = document.createElement("div");
  actions.className = "actions";
  for (const [choice, name] of question.choices) {
    const one = button("button", texts["do" + name], changeText(change));
    one.id = `decide-${change.order}-${choice}`;
    Object.assign(one.dataset, { decide: change.order, choice });
    actions.append(one);
  }
  item.append(text, actions);
  return item;
}

function button(name, text, about) {
  const element = document.createElement(name);
  if (name === "button") element.type = "button";
  element.className = "button";
  element.textContent = text;
  element.setAttribute("aria-label", `${text}: ${about}`);
  return element;
}

/** Does what a button of the list says. Answers with the text to announce; null for another button. */
export async function obeyButton(element) {
  if (element.id === "undo-change") return await undoChange() ? texts.undone : texts.sending;
  if (!element.dataset.decide) return null;
  await decide(Number(element.dataset.decide), element.dataset.choice);
  return element.textContent;
}
