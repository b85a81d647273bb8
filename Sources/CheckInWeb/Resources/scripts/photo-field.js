// The photo of a form: chosen from a file, the camera, dropped or pasted; shown, replaced, removed.
const field = document.getElementById("photo");
const form = document.getElementById("form");

if (field && form) {
  const preview = document.getElementById("preview");
  const file = document.getElementById("file");
  const remove = document.getElementById("remove-photo");
  const inputs = [...field.querySelectorAll("input[type=file]")];
  // What the check-in has, or what was kept of an earlier try; without script it is left out by these.
  const stored = [...preview.childNodes];
  const boxes = [...field.querySelectorAll("input[name=leave], input[name=remove]")];
  const isDropped = () => boxes.length > 0 && boxes.every((box) => box.checked);
  const hasStored = () => stored.length > 0 && !isDropped();
  const chosen = () => inputs.map((input) => input.files[0]).find((one) => one);
  let address = null;

  const update = () => {
    if (address) URL.revokeObjectURL(address);
    address = null;
    const photo = chosen();
    if (photo) {
      const image = document.createElement("img");
      image.alt = field.dataset.chosen;
      address = URL.createObjectURL(photo);
      image.src = address;
      // Not every browser shows HEIC; the photo is taken all the same.
      image.onerror = () => { if (image.isConnected) preview.replaceChildren(field.dataset.unseen); };
      preview.replaceChildren(image);
    } else {
      preview.replaceChildren(...(hasStored() ? stored : []));
    }
    const hasPhoto = Boolean(photo) || hasStored();
    preview.hidden = !hasPhoto;
    remove.hidden = !hasPhoto;
    field.classList.toggle("has-photo", hasPhoto);
  };

  const changed = () => form.dispatchEvent(new Event("input", { bubbles: true }));

  for (const input of inputs) {
    input.addEventListener("change", () => {
      // One photo: the one chosen last.
      if (input.files.length > 0) for (const other of inputs) if (other !== input) other.value = "";
      update();
    });
  }

  remove.addEventListener("click", () => {
    if (chosen()) {
      for (const input of inputs) input.value = "";
    } else {
      for (const box of boxes) box.checked = true;
    }
    update();
    changed();
    file.focus();
  });

  const take = (files) => {
    const image = [...files].find((one) => one.type.startsWith("image/") || /\.(heic|heif|avif)$/i.test(one.name));
    if (!image) return false;
    const transfer = new DataTransfer();
    transfer.items.add(image);
    file.files = transfer.files;
    file.dispatchEvent(new Event("change", { bubbles: true }));
    changed();
    return true;
  };

  field.addEventListener("dragover", (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    field.classList.add("is-target");
  });
  field.addEventListener("dragleave", (event) => {
    if (!field.contains(event.relatedTarget)) field.classList.remove("is-target");
  });
  field.addEventListener("drop", (event) => {
    event.preventDefault();
    field.classList.remove("is-target");
    take(event.dataTransfer.files);
  });
  document.addEventListener("paste", (event) => {
    if (event.clipboardData && take(event.clipboardData.files)) event.preventDefault();
  });

  // The values are back once this event is over.
  form.addEventListener("reset", () => setTimeout(update));
  update();
}
