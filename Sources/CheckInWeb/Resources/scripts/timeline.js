// The months beside the photos say where one is, and lead to what is on the page already.
let watcher = null;

function watch() {
  watcher?.disconnect();
  if (!document.querySelector(".month-index")) return;
  watcher = new IntersectionObserver((entries) => {
    const seen = entries.filter((entry) => entry.isIntersecting).at(-1);
    if (seen) mark(seen.target.dataset.month);
  }, { rootMargin: "-20% 0px -70% 0px" });
  for (const month of document.querySelectorAll(".photo-month")) watcher.observe(month);
}

function mark(month) {
  for (const link of document.querySelectorAll(".month-index a")) {
    if (link.dataset.month === month) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".month-index a");
  const month = link && document.getElementById("photos-" + link.dataset.month);
  if (!month || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  month.scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  mark(link.dataset.month);
});

watch();
document.addEventListener("page:show", watch);
document.addEventListener("page:grow", watch);
