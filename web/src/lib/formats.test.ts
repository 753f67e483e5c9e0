import { afterEach, expect, it } from "vitest";
import { site } from "../../test/support/samples.ts";
import {
  clockOf,
  distanceText,
  type Formats,
  inMiles,
  lengthText,
  SHIPPED,
  takeFormats,
  wayText,
  weekFrom,
} from "./formats.ts";

const choose = (formats: Partial<Formats>) =>
  takeFormats({ ...site, formats: { ...SHIPPED, ...formats } });
afterEach(() => choose({}));

it("writes times in 12 or 24 hours", () => {
  const times = () => [clockOf(0, 0), clockOf(7, 0), clockOf(17, 30), clockOf(7, 0, true)];
  expect(times()).toEqual(["12 AM", "7 AM", "5:30 PM", "7:00 AM"]);
  choose({ clock: "24" });
  expect(times()).toEqual(["00:00", "07:00", "17:30", "07:00"]);
});

it("writes distances in miles or kilometers", () => {
  const all = () => [
    distanceText(0.34),
    distanceText(12.3),
    lengthText(0.5),
    lengthText(1),
    lengthText(25),
    wayText(0),
    wayText(0.062),
    wayText(2.1),
  ];
  expect(all()).toEqual([
    "0.3 mi",
    "12 mi",
    "½ mile",
    "1 mile",
    "25 miles",
    "",
    "330 feet",
    "2.1 miles",
  ]);
  expect(inMiles([10, 25])).toEqual([10, 25]);
  choose({ distances: "kilometers" });
  expect(all()).toEqual([
    "0.5 km",
    "20 km",
    "1 kilometer",
    "2 kilometers",
    "40 kilometers",
    "",
    "100 meters",
    "3.4 kilometers",
  ]);
  const round = inMiles([0.5, 10, 25, 100]);
  expect(round.map(lengthText)).toEqual([
    "½ kilometer",
    "10 kilometers",
    "25 kilometers",
    "100 kilometers",
  ]);
});

it("begins weeks on Monday or Sunday", () => {
  const days = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
  expect(weekFrom(days)).toBe(days);
  choose({ firstDay: "sunday" });
  expect(weekFrom(days)).toEqual(["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"]);
});
