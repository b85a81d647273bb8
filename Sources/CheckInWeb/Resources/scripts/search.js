// The key that leads to the search, from wherever one does not type.
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, [contenteditable]")) return;
  event.preventDefault();
  const field = document.getElementById("q");
  if (field) field.focus();
  else location.assign("/search");
});

// One came to type.
const field = document.getElementById("q");
if (field && !location.search) field.focus();
