// How are shares and times said? Read panels/jobs.js next, which says them.

import { grouped, word } from "huisu/words";

const UNITS = /** @type {const} */ ([["year", 31557600], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]]);

/** Return a share in percent. @param {number} done 0 to 1 */
export function share(done) {
  const percent = 100 * done;
  return percent > 0 && percent < 0.01 ? "< 0.01" : percent.toFixed(percent < 10 ? 2 : 1);
}

/** Return a length of time in its largest unit. @param {number} seconds @param {import("huisu/words").Language} language */
export function time(seconds, language) {
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? ["second", 1];
  const number = seconds / size;
  const amount = number < 0.1 ? "< 0.1" : number < 10 ? number.toFixed(1) : grouped(Math.round(number));
  return word(`page.jobs.${unit}`, language, { amount });
}
