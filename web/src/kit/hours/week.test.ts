// @vitest-environment node
import { describe, expect, it } from "vitest";
import { fc } from "../../../test/support/random.ts";
import {
  type DayHours,
  emptyWeek,
  mistakesOf,
  readHours,
  timeText,
  type WeekHours,
  weekLines,
  withAt,
  writeHours,
} from "./week.ts";

const open = (...spans: [string, string][]): DayHours => ({
  kind: "open",
  spans: spans.map(([opens, closes]) => ({ opens, closes })),
});
const weekOf = (days: DayHours[], rest: string[] = []): WeekHours => ({ days, rest });
const shop = weekOf([
  { kind: "closed" },
  open(["07:00", "11:00"], ["12:00", "17:30"]),
  open(["07:00", "11:00"], ["12:00", "17:30"]),
  open(["18:00", "02:00"]),
  open(["18:00", "00:00"]),
  { kind: "allDay" },
  { kind: "closed" },
]);

describe("as text", () => {
  it("joins equal days, and writes what goes past midnight and whole days", () => {
    expect(writeHours(shop)).toBe(
      "Mo off; Tu-We 07:00-11:00,12:00-17:30; Th 18:00-02:00; Fr 18:00-24:00; Sa 00:00-24:00; Su off",
    );
    expect(writeHours(weekOf(Array<DayHours>(7).fill({ kind: "allDay" })))).toBe("24/7");
    expect(writeHours(emptyWeek())).toBe("");
  });

  it("is read back as it was, whatever the hours are", () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));
    const spans = fc.uniqueArray(fc.record({ opens: time, closes: time }), {
      minLength: 1,
      maxLength: 3,
      selector: ({ opens }) => opens,
    });
    const day: fc.Arbitrary<DayHours> = fc.oneof(
      fc.constant<DayHours>({ kind: "closed" }),
      fc.constant<DayHours>({ kind: "allDay" }),
      spans.map((all) => ({
        kind: "open" as const,
        spans: all.sort((a, b) => (a.opens < b.opens ? -1 : 1)),
      })),
    );
    const whole = (hours: DayHours) =>
      hours.kind === "open" &&
      hours.spans.some(({ opens, closes }) => opens + closes === "00:0000:00");
    const week = fc
      .array(day, { minLength: 7, maxLength: 7 })
      .filter((days) => !days.some(whole))
      .map((days) => weekOf(days, ["PH off"]));
    fc.assert(
      fc.property(week, (hours) => {
        expect(readHours(writeHours(hours))).toEqual(hours);
      }),
    );
  });

  it.each([
    ["Mo-Fr 7:00-17:00", "Mo-Fr 07:00-17:00; Sa-Su off"],
    ["Mo,We 07:00-26:00; Su closed", "Mo 07:00-02:00; Tu off; We 07:00-02:00; Th-Su off"],
    ["Sa-Mo 08:00-12:00", "Mo 08:00-12:00; Tu-Fr off; Sa-Su 08:00-12:00"],
    ["07:00-17:00", "Mo-Su 07:00-17:00"],
    ["24/7", "24/7"],
    ["PH off; 08:00-16:00", "Mo-Su 08:00-16:00; PH off"],
    ["Mo-Su 08:00-12:00; We off; PH off", "Mo-Tu 08:00-12:00; We off; Th-Su 08:00-12:00; PH off"],
    ["", ""],
  ])("reads %s", (text, written) => {
    const week = readHours(text);
    expect(week && writeHours(week)).toBe(written);
  });

  it.each([
    'Mo-Fr 08:00-12:00 "by appointment"',
    "Mo-Fr sunrise-sunset",
    "Mo[1] 08:00-12:00",
    "Jun-Aug 08:00-12:00",
    "Mo-Fr 08:00+",
    "Mo-Fr 25:00-26:00",
    "Mo-Fr 08:00",
    "open on weekdays",
    "Mo-Fr 08:00-12:00 || off",
    "Mo-Sa 06:00-11:00; 15:00-19:00",
    "Mo-Fr 07:00-15:00; 24/7",
    "07:00-12:00; 13:00-17:00",
    "Su off; 08:00-16:00",
  ])("does not pretend to read %s", (text) => {
    expect(readHours(text)).toBeNull();
  });
});

describe("mistakes", () => {
  const closed = Array<DayHours>(7).fill({ kind: "closed" });
  const seven = (day: DayHours) => withAt(closed, 2, day);
  const said = (days: DayHours[]) => mistakesOf(weekOf(days)).map(({ message }) => message);

  it("are none in a whole week, and none where nothing is said", () => {
    expect(mistakesOf(shop)).toEqual([]);
    expect(mistakesOf(emptyWeek())).toEqual([]);
  });

  it.each<[DayHours, string]>([
    [{ kind: "unset" }, "Is the shop open on Wednesday?"],
    [open(["07:00", ""]), "Enter when Wednesday opens and closes."],
    [
      open(["07:00", "07:00"]),
      "Wednesday opens and closes at the same time. If it's open all day, choose 24 hours.",
    ],
    [open(["07:00", "12:00"], ["11:00", "15:00"]), "The hours for Wednesday overlap."],
  ])("are said in words: %j", (day, message) => {
    expect(said(seven(day))).toEqual([message]);
  });

  it("see the night before", () => {
    const night = seven(open(["18:00", "02:00"]));
    expect(said(withAt(night, 3, open(["01:00", "05:00"])))).toEqual([
      "The hours for Thursday overlap.",
    ]);
    expect(said(withAt(night, 3, open(["02:00", "05:00"])))).toEqual([]);
    const sunday = withAt(closed, 6, open(["20:00", "03:00"]));
    expect(said(withAt(sunday, 0, open(["02:00", "09:00"])))).toEqual([
      "The hours for Monday overlap.",
    ]);
  });
});

it("says the week in words, the next day by its name", () => {
  expect(weekLines(shop)).toEqual([
    { days: "Monday", hours: "Closed" },
    { days: "Tuesday to Wednesday", hours: "7 AM to 11 AM, noon to 5:30 PM" },
    { days: "Thursday", hours: "6 PM to 2 AM Friday" },
    { days: "Friday", hours: "6 PM to midnight" },
    { days: "Saturday", hours: "Open 24 hours" },
    { days: "Sunday", hours: "Closed" },
  ]);
  expect(weekLines(weekOf(Array<DayHours>(7).fill(open(["18:00", "02:00"]))))).toEqual([
    { days: "Monday to Sunday", hours: "6 PM to 2 AM the next day" },
  ]);
  expect(["00:00", "00:30", "11:59", "12:00", "12:01", "23:00"].map(timeText)).toEqual([
    "midnight",
    "12:30 AM",
    "11:59 AM",
    "noon",
    "12:01 PM",
    "11 PM",
  ]);
});
