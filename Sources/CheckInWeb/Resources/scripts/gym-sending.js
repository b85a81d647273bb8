// Sends the changes of workouts, in order, each exactly once. The sets and the session have identities of this device, so what
// arrived and was not answered is found again. A change that builds on other values than the journal has now becomes a question.
import { messages, obstacleOf, obstructed, request } from "./answers.js";
import { isFull } from "./database.js";
import { isReady, markChange, nameOf, nextChange, readGym, settleChange, written } from "./gym.js";
import { entryOf, isSame } from "./sets.js";
import { tell } from "./waiting.js";

/** How often something may be changed by others while a change of it is sent, before that is put off. */
const attempts = 20;

/** `token`: answers with the server's token. */
export async function sendChanges(token) {
  if (!await nextChange(0)) return;
  const sender = new Sender(await token());
  const { response, copy } = await readGym();
  if (!copy) throw obstructed(await obstacleOf(response));
  sender.copy = copy;
  for (let change = await nextChange(0); change; change = await nextChange(change.order)) await sender.send(change);
}

class Sender {
  /** The workouts and sets whose earlier changes could not be sent: what follows them waits for these. */
  #held = new Set();
  /** The workouts with a change that could not be sent: they are not ended before it is decided. */
  #unsettled = new Set();
  #token;

  constructor(token) {
    this.#token = token;
  }

  async send(change) {
    if (this.#held.has(change.workout) || this.#held.has(change.set)) return;
    if (this.#unsettled.has(change.workout) && ["finish", "discard"].includes(change.kind)) return;
    let { question } = change;
    if (isReady(change)) {
      // From now on it may have arrived, whatever becomes of the answer.
      if (!change.isTried) {
        await markChange(change, { isTried: true }).catch((error) => {
          // Sending makes room.
          if (!isFull(error)) throw error;
        });
      }
      const outcome = await this[change.kind](change, `/api/sessions/${change.workout}`);
      if (isReady(outcome)) {
        await settleChange(change);
        tell({ changed: true, sent: {
          kind: change.kind, exercise: change.exercise?.name ?? null, ...await this.#undoOf(outcome.response) } });
        return;
      }
      await markChange(change, outcome);
      question = outcome.question;
    }
    const isOfSet = change.set && !["closed", "missing"].includes(question?.kind);
    this.#held.add(isOfSet ? change.set : change.workout);
    this.#unsettled.add(change.workout);
  }

  /**
   * The number of what was changed, how a workout's end was linked to a check-in, and the event that an undo of it expects to be
   * the latest; where they are not known, null.
   */
  async #undoOf(response) {
    const answer = await response?.json().catch(() => null);
    let sequence = answer?.sequence ?? null;
    // The end of a workout goes on with its check-in.
    if (answer?.state === "completed" && answer.checkIn !== null) {
      const found = await this.#ask("GET", "/api/check-ins/" + encodeURIComponent(answer.checkIn)).catch(() => null);
      const checkIn = found?.ok ? await found.json() : null;
      sequence = Math.max(sequence, checkIn?.sequence ?? 0);
    }
    return { number: answer?.number ?? null, link: answer?.checkInLink ?? null, sequence };
  }

  /** A request of the API. */
  #ask(method, path, body, version) {
    const headers = { "X-CheckIn-Token": this.#token };
    if (body) headers["Content-Type"] = "application/json";
    if (version) headers["If-Match"] = version;
    return request(path, {
      method, headers, body: body && JSON.stringify(body), cache: "no-store", signal: AbortSignal.timeout(30_000) });
  }

  /** A time as the journal takes it: not in its future, however fast the clock of this device is. */
  #written(milliseconds) {
    return written(Math.min(milliseconds, this.copy.time));
  }

  async start(change) {
    // Like every end that says nothing else, this one checks in.
    if (change.finishes) await this.#ask("POST", `/api/sessions/${change.finishes}/finish`, {});
    const body = { id: change.workout, at: this.#written(change.at) };
    if (change.plan) body.plan = change.plan.number;
    else if (change.title) body.title = change.title;
    const response = await this.#ask("POST", "/api/sessions", body);
    if (response.ok) return { response };
    if (response.status === 409) {
      const open = await (await this.#ask("GET", "/api/session")).json();
      // It may have been finished just now.
      if (!open) throw obstructed({ kind: "connection" });
      return { question: { kind: "other", id: open.id, title: open.title, start: Date.parse(open.start) } };
    }
    const reasons = await messages(response);
    return change.plan ? { question: { kind: "plan", reasons } } : { refusal: reasons };
  }

  async log(change, path) {
    await this.#restore(change, path);
    const response = await this.#ask("POST", `${path}/sets`, {
      id: change.set, exercise: nameOf(change.exercise, this.copy), sets: [change.entry], at: this.#written(change.at) });
    return response.ok ? { response } : await this.#refused(response, path);
  }

  async correct(change, path) {
    await this.#restore(change, path);
    const fields = Object.keys(change.entry);
    return this.#change(change, path, async (present, version) => {
      if (!present) return { question: { kind: "removed" } };
      if (fields.every((name) => isSame(name, present[name], change.entry[name]))) return {};
      if (fields.some((name) => !isSame(name, present[name], change.was[name]))) return { question: { kind: "set", present } };
      return this.#ask("PATCH", `${path}/sets/${change.set}`, change.entry, version);
    });
  }

  async remove(change, path) {
    await this.#restore(change, path);
    return this.#change(change, path, async (present, version) => {
      if (!present) return {};
      if (Object.keys(present).some((name) => !isSame(name, present[name], change.was[name]))) {
        return { question: { kind: "set", present } };
      }
      return this.#ask("POST", `${path}/sets/${change.set}/remove`, null, version);
    });
  }

  /** Changes a set as it is now: `action` gets what it is, null for one that was removed, and its version. */
  async #change(change, path, action) {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const found = await this.#ask("GET", `${path}/sets/${change.set}`);
      const present = found.ok ? entryOf(await found.json()) : null;
      if (!present && found.status !== 404) return { refusal: await messages(found) };
      const outcome = await action(present, found.headers.get("ETag"));
      if (!(outcome instanceof Response)) return outcome;
      if (outcome.ok) return { response: outcome };
      // It was changed in between.
      if (![404, 412].includes(outcome.status)) return this.#refused(outcome, path);
    }
    throw obstructed({ kind: "connection" });
  }

  async finish(change, path) {
    const end = this.#written(change.end);
    await this.#restore(change, path);
    // A new check-in has the identity of the change, so it is the same one in the journal and in a saved file.
    const checkIn = change.checkIn
      && { id: change.id, type: change.checkIn.type, title: change.checkIn.title || undefined };
    if (!change.isForced) {
      const body = checkIn ? { end, checkIn } : { end, noCheckIn: true };
      const response = await this.#ask("POST", `${path}/finish`, body);
      if (response.ok) return { response };
      if (response.status !== 409) return this.#refused(response, path);
    }
    const found = await this.#ask("GET", path);
    const session = found.ok ? await found.json() : null;
    if (!session || session.discarded || session.state !== "completed") return this.#closed(session);
    // An earlier try may have arrived with the time of the server's clock, or of a minute.
    const isSameEnd = Math.abs(Date.parse(session.end) - Date.parse(end)) < (change.isTried ? 60_000 : 1000);
    if (isSameEnd && (!checkIn || session.checkIn !== null)) return { response: found };
    if (!change.isForced) return { question: { kind: "finished", end: Date.parse(session.end) } };
    const edited = await this.#ask("PATCH", path, { end }, found.headers.get("ETag"));
    if (edited.status === 412) throw obstructed({ kind: "connection" });
    if (!edited.ok) return { refusal: await messages(edited) };
    if (!checkIn || session.checkIn !== null) return { response: edited };
    const linked = await this.#ask("POST", `${path}/check-in`, checkIn);
    return linked.ok ? { response: linked } : { refusal: await messages(linked) };
  }

  async discard(change, path) {
    if (!change.isForced) {
      const found = await this.#ask("GET", path);
      const session = found.ok ? await found.json() : null;
      const known = new Set((change.known ?? []).map((id) => id.toUpperCase()));
      const isContinued = session && !session.discarded
        && (session.state === "completed" || session.sets.some((set) => !known.has(set.id?.toUpperCase())));
      if (isContinued) return { question: { kind: "continued" } };
    }
    const response = await this.#ask("POST", `${path}/discard`);
    return response.ok || [404, 409].includes(response.status) ? {} : { refusal: await messages(response) };
  }

  /** A workout that was discarded elsewhere, where it is wanted here. */
  async #restore(change, path) {
    if (change.restores) await this.#ask("POST", `${path}/restore`);
  }

  async #refused(response, path) {
    const reasons = await messages(response);
    if (![404, 409].includes(response.status)) return { refusal: reasons };
    const found = await this.#ask("GET", path);
    const session = found.ok ? await found.json() : null;
    // What was not found may be the exercise.
    const isOpen = session && session.state === "open" && !session.discarded;
    return isOpen ? { refusal: reasons } : this.#closed(session);
  }

  #closed(session) {
    return { question: session
      ? { kind: "closed", isDiscarded: session.discarded, end: session.end && Date.parse(session.end) } : { kind: "missing" } };
  }
}
