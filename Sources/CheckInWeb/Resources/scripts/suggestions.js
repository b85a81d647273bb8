// Titles that were used before: those of the chosen type are offered, and one touch fills them in.
const list = document.getElementById("suggestions");
const form = document.getElementById("form");

if (list && form) {
  const chosen = () => form.querySelector("[name=type]:checked")?.value;
  const show = () => {
    const type = chosen();
    for (const chip of list.querySelectorAll("a")) chip.parentElement.hidden = Boolean(type) && chip.dataset.type !== type;
    list.hidden = [...list.children].every((one) => one.hidden);
  };

  list.addEventListener("click", (event) => {
    const chip = event.target.closest("a");
    if (!chip || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    form.elements.title.value = chip.dataset.title;
    for (const radio of form.elements.type) if (radio.value === chip.dataset.type) radio.checked = true;
    form.elements.title.dispatchEvent(new Event("input", { bubbles: true }));
    show();
  });
  form.addEventListener("change", show);
  show();
}
