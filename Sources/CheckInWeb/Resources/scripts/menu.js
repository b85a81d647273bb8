// "More" closes by Escape, and when one turns to something else.
for (const menu of document.querySelectorAll(".menu")) {
  const close = () => { menu.open = false; };

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    close();
    menu.querySelector("summary").focus();
  });
  document.addEventListener("click", (event) => { if (!menu.contains(event.target)) close(); });
  menu.addEventListener("focusout", (event) => { if (event.relatedTarget && !menu.contains(event.relatedTarget)) close(); });
}
