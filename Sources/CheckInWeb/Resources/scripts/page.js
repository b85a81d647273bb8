// The page works without script. Here are conveniences: live updates, the photo's preview, drafts, and a warning.
import "./calendar.js";
import "./drafts.js";
import "./form.js";
import "./heat-map.js";
import "./live.js";
import "./menu.js";
import "./open-workout.js";
import "./paging.js";
import "./slider.js";
import "./timeline.js";

document.documentElement.classList.add("script");
