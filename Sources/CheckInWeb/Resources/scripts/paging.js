// Pages that go on: the next part is fetched as one comes near the end of what is shown. Without this there is a link.
import { read } from "./reading.js";

let watcher = null;

function watch() {
  watcher?.disconnect();
  watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) load(entry.target);
  }, { rootMargin: "1000px" });
  for (const link of document.querySelectorAll("a[data-more]")) watcher.observe(link);
}

async function load(link) {
  if ("loading" in link.dataset) return;
  link.dataset.loading = "";
  watcher.unobserve(link);
  let page = null;
  try { page = await read(link.href); } catch { /* The link stays. */ }
  const name = link.dataset.more;
  const place = document.getElementById(name);
  const fresh = page?.getElementById(name);
  delete link.dataset.loading;
  // The content may have been read again meanwhile.
  if (!fresh || !link.isConnected) return;
  const parts = [...fresh.children].filter((part) => !part.id || !document.getElementById(part.id));
  for (const part of parts) {
    part.dataset.added = "";
    place.append(document.adoptNode(part));
  }
  const isFocused = document.activeElement === link;
  const more = page.getElementById(name + "-more");
  if (more) link.parentElement.replaceWith(document.adoptNode(more)); else link.parentElement.remove();
  if (isFocused) parts[0]?.querySelector("a")?.focus();
  document.dispatchEvent(new Event("page:grow"));
  watch();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-more]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  load(link);
});

// What was added stays when the page is read again.
let kept = null;
document.addEventListener("page:arrive", () => {
  const added = [...document.querySelectorAll("[data-added]")];
  const name = added[0]?.parentElement.id;
  kept = name ? { name, added, more: document.getElementById(name + "-more") } : null;
});
document.addEventListener("page:show", () => {
  const place = kept && document.getElementById(kept.name);
  if (place) {
    place.append(...kept.added.filter((part) => !part.id || !document.getElementById(part.id)));
    const more = document.getElementById(kept.name + "-more");
    if (kept.more) more?.replaceWith(kept.more); else more?.remove();
  }
  kept = null;
  watch();
});

watch();
