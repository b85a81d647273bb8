/** The time of a moment by the reader's clock, with its day unless that is today. */
export function clockTime(milliseconds) {
  const moment = new Date(milliseconds);
  const isToday = moment.toDateString() === new Date().toDateString();
  const language = document.documentElement.lang;
  // The reader's own variety of the page's language says how many hours the clock has.
  const locale = navigator.languages.find((name) => name.split("-")[0] === language) ?? language;
  const form = (hour) => new Intl.DateTimeFormat(locale, {
    hour, minute: "2-digit", ...(isToday ? {} : { day: "numeric", month: "long" }) });
  const numeric = form("numeric");
  // 07:10 as everywhere on the page, but 7:10 AM.
  return (numeric.resolvedOptions().hourCycle === "h23" ? form("2-digit") : numeric).format(moment);
}
