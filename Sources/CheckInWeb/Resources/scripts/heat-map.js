// The year is one stop of the Tab key; the arrows go from day to day in it.
const days = () => [...document.querySelectorAll(".heat-days > li")];

function prepare() {
  const links = [...document.querySelectorAll(".heat-days a")];
  const first = document.querySelector(".heat-days a.today") ?? links[0];
  for (const link of links) link.tabIndex = link === first ? 0 : -1;
}

document.addEventListener("keydown", (event) => {
  const day = event.target.closest?.(".heat-days a");
  if (!day || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const all = days();
  const place = all.indexOf(day.parentElement);
  // Weeks are columns in a wide window, and rows in a narrow one.
  const [along, across] = getComputedStyle(day.closest("ol")).gridAutoFlow.startsWith("column") ? [7, 1] : [1, 7];
  const links = all.map((item) => item.querySelector("a"));
  let target;
  switch (event.key) {
    case "ArrowLeft": target = links[place - along]; break;
    case "ArrowRight": target = links[place + along]; break;
    case "ArrowUp": target = links[place - across]; break;
    case "ArrowDown": target = links[place + across]; break;
    case "Home": target = links.find(Boolean); break;
    case "End": target = links.findLast(Boolean); break;
    default: return;
  }
  event.preventDefault();
  if (!target) return;
  day.tabIndex = -1;
  target.tabIndex = 0;
  target.focus();
});

prepare();
document.addEventListener("page:show", prepare);
