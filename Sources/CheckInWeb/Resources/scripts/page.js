// The page works without script. Here are conveniences: live updates, the photo's preview, drafts, and a warning;
// and a phone keeps what it needs without a connection.
import "./calendar.js";
import "./drafts.js";
import "./form.js";
import "./gym-page.js";
import "./heat-map.js";
import "./kept-page.js";
import "./live.js";
import "./menu.js";
import "./open-workout.js";
import "./paging.js";
import "./plan-form.js";
import "./search.js";
import "./sign-out.js";
import "./slider.js";
import "./timeline.js";
import "./waiting-list.js";

document.documentElement.classList.add("script");
