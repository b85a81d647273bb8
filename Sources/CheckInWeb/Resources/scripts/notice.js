// A message about what was just done is told until the page is left; it is no part of the address.
let notice = [];

/** Takes the message out of the address. */
export function takeNotice(address) {
  notice = [];
  for (const name of ["notice", "after", "kept"]) {
    if (!address.searchParams.has(name)) continue;
    notice.push([name, address.searchParams.get(name)]);
    address.searchParams.delete(name);
  }
  if (address.href !== location.href) history.replaceState(null, "", address);
}

/** The name of the message that was told last; undefined where there was none. */
export const lastNotice = () => notice.find(([name]) => name === "notice")?.[1];

/** The address of a page with the message that was told last. */
export function withNotice(address) {
  const url = new URL(address, location);
  for (const [name, value] of notice) url.searchParams.set(name, value);
  return url;
}

// It stays until it is dismissed.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".toast [data-dismiss]");
  if (!link) return;
  event.preventDefault();
  notice = [];
  link.closest(".toast").remove();
  document.getElementById("main").focus({ preventScroll: true });
});

takeNotice(new URL(location));
