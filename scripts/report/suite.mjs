import { stripVTControlCharacters } from "node:util";

/**
 * What one suite of tests came to.
 *
 * @typedef {object} Suite
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {{ name: string, message: string }[]} failures  each with the first lines of its message
 * @property {string[]} flaky  what passed at the second try
 * @property {{ name: string, seconds: number }[]} slow  every test whose duration is known
 * @property {string[]} missing  what was skipped for want of a program
 */

const LINES = 6;
/** Characters of a line. */
const WIDTH = 400;

/** @param {string} text  without colors, and with plain line ends */
export function plain(text) {
  return stripVTControlCharacters(text).replaceAll("\r\n", "\n");
}

/** The lines of a message that a person reads first. @param {string} message */
export function firstLines(message) {
  return plain(message)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, LINES)
    .map((line) => (line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line))
    .join("\n");
}
