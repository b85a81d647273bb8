// The heat map of this year begins with now in sight, where the window is narrow.
function showNow() {
  const now = document.querySelector(".heat .today");
  if (!now) return;
  const map = now.closest(".scroll");
  map.scrollLeft += now.getBoundingClientRect().right + 24 - map.getBoundingClientRect().right;
}

showNow();
document.addEventListener("page:show", showNow);
