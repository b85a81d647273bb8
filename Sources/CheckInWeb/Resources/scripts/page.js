// The page works without script. Here are conveniences: live updates, the photo's preview, drafts, and a warning.
import "./drafts.js";
import "./form.js";
import "./heat-map.js";
import "./live.js";
import "./open-workout.js";
import "./plan-form.js";
import "./slider.js";

document.documentElement.classList.add("script");
