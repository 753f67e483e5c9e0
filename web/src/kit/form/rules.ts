import * as z from "zod/mini";
import { FOUR_DIGITS, hasFourDigits } from "../days.ts";

/**
 * Validation rules. Every schema is made with this file's `z`: otherwise zod would test whether it may compile
 * functions from text, and the content security policy would report that.
 */
z.config({ jitless: true });

export { z };

/** Trimmed and normalized, the way the server compares it (D35). */
export const cleanText = (text: string) => text.trim().normalize("NFC");

/** The number of characters as people count them, and the server does, too (D35): "é" and "☕" are one each. */
export const lengthOf = (text: string) => [...cleanText(text)].length;

type Check = { when: (text: string) => boolean; message: string };

/** Text that is cleaned first. Checks apply if it isn't empty; `required` is the error if it is. */
function cleaned(checks: Check[], required?: string) {
  const all = required
    ? [{ when: (text: string) => text === "", message: required }, ...checks]
    : checks.map(({ when, message }) => ({
        when: (text: string) => text !== "" && when(text),
        message,
      }));
  return z.pipe(
    z.pipe(z.string(), z.transform(cleanText)),
    z.string().check((context) => {
      const broken = all.find(({ when }) => when(context.value));
      if (broken)
        context.issues.push({ code: "custom", message: broken.message, input: context.value });
    }),
  );
}

interface TextRule {
  /** The error if it is empty; without it, the field is optional. */
  required?: string;
  max?: number;
  /** The field's name in the error about its length. */
  label?: string;
  /** The error if it is longer than `max`, instead of the default. */
  long?: string;
}

/** Any text. */
export function text({ required, max, label, long }: TextRule = {}) {
  const checks = max === undefined ? [] : [tooLong(max, label, long)];
  return cleaned(checks, required);
}

const tooLong = (max: number, label?: string, message?: string): Check => ({
  when: (value) => lengthOf(value) > max,
  message:
    message ??
    (label
      ? `${label} must be ${max} characters or fewer`
      : `Please use ${max} characters or fewer.`),
});

/** An email address. The server decides; this catches typos. */
export function email(message: string, required = true) {
  const wrong = (value: string) => !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value);
  return cleaned([{ when: wrong, message }], required ? message : undefined);
}

/** A ZIP code. Spaces and dashes are normalized: "71301 1234" is 71301-1234. */
export function zip(message: string) {
  const spelled = (value: string) => {
    const digits = value.replace(/[\s-]/g, "");
    return /^\d{9}$/.test(digits) ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits;
  };
  return z.pipe(
    z.pipe(z.string(), z.transform(spelled)),
    z.string().check(z.regex(/^\d{5}(-\d{4})?$/, message)),
  );
}

const NO_WEB_ADDRESS = "Please enter a valid web address (e.g., https://example.com)";

/** A web address; "example.com" becomes https://example.com. */
export function webAddress({ required }: Pick<TextRule, "required"> = {}) {
  const complete = z.transform((value: string) =>
    value === "" || /^[a-z][a-z\d+.-]*:/i.test(value) ? value : `https://${value}`,
  );
  const wrong = (value: string) => !/^https?:\/\/[^\s/@]+\.[^\s/@.]{2,}(\/\S*)?$/i.test(value);
  return z.pipe(
    z.pipe(cleaned([], required), complete),
    cleaned([{ when: wrong, message: NO_WEB_ADDRESS }]),
  );
}

/** A US phone number in any format, also with a word in it: 1-800-COFFEES. */
export function phone(message = "Please enter a valid US phone number (e.g., (318) 555-0142)") {
  const wrong = (value: string) => !/^1?\d{3}[\da-z]{7}$/i.test(value.replace(/[\s().+-]/g, ""));
  return cleaned([{ when: wrong, message }]);
}

/** A date, or none. */
export const day = () => z.string().check(z.refine(hasFourDigits, FOUR_DIGITS));

/** A six-digit code, however it was pasted. */
export function sixDigits(message = "Please enter the six digits of the code.") {
  const digits = z.transform((value: string) => value.replace(/\D/g, ""));
  return z.pipe(z.pipe(z.string(), digits), z.string().check(z.regex(/^\d{6}$/, message)));
}
