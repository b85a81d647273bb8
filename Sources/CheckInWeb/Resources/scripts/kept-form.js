// The form of a new check-in where it was kept, or is of one that waits: then it cannot rely on what the server wrote into it.
import { optionalFields, waiting } from "./waiting.js";

const form = document.querySelector('#form[action="/add"]');
const wanted = new URL(location).searchParams.get("waiting");
const entry = form && wanted ? await waiting.get(wanted).catch(() => null) : null;

const digits = (number) => String(number).padStart(2, "0");
const written = (moment) =>
  `${moment.getFullYear()}-${digits(moment.getMonth() + 1)}-${digits(moment.getDate())}`
  + `T${digits(moment.getHours())}:${digits(moment.getMinutes())}`;

if (form && document.body.dataset.keptAt) {
  // Each opening makes another check-in, now and where this device is.
  form.elements.id.value = crypto.randomUUID();
  setZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const day = new URL(location).searchParams.get("day");
  const now = written(new Date());
  form.elements.time.max = now;
  form.elements.time.defaultValue = day && day < now.slice(0, 10) ? day + "T12:00" : now;
  form.addEventListener("submit", (event) => { if (!isComplete()) event.preventDefault(); });
  form.addEventListener("input", () => { for (const field of form.elements) field.setCustomValidity?.(""); });
}

if (entry) {
  form.dataset.draft = entry.id;
  form.elements.id.value = entry.id;
  setZone(entry.zone);
  // One that has waited since before there were some of the fields does not have them.
  for (const name of ["title", "time", ...optionalFields]) form.elements[name].value = entry[name] ?? "";
  for (const radio of form.elements.type) radio.checked = radio.value === entry.type;
  if (optionalFields.some((name) => entry[name])) document.getElementById("more").open = true;
  if (entry.photo) {
    const files = new DataTransfer();
    files.items.add(new File([entry.photo], "photo", { type: entry.photo.type }));
    document.getElementById("file").files = files.files;
  }
}

function setZone(zone) {
  form.elements.zone.value = zone;
  const hint = document.getElementById("time-hint");
  if (zone && hint.dataset.text) hint.textContent = hint.dataset.text.replace("{zone}", zone);
}

/** What the server would refuse at once is not left waiting; all else is judged when it is sent. */
function isComplete() {
  const { type, title, time } = form.elements;
  const texts = document.getElementById("waiting").dataset;
  // The group of types is called "type" as well.
  const problem = !type.value ? [form.querySelector("input[name=type]"), texts.noType] : !title.value.trim() ? [title, texts.noTitle]
    : time.value > written(new Date()) ? [time, texts.future] : null;
  problem?.[0].setCustomValidity(problem[1]);
  problem?.[0].reportValidity();
  return !problem;
}
