import { useState } from "react";
import { useToast } from "../../ui/toast.tsx";
import type { Door } from "./enter.ts";

const DOORS: { door: Door; text: string }[] = [
  { door: "visitor", text: "Visitor" },
  { door: "owner", text: "Owner" },
  { door: "administrator", text: "Administrator" },
];

/** Shows the demo as somebody else, by one press on any page. */
export function Doors() {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const press = async (door: Door) => {
    if (isBusy) return;
    setBusy(true);
    try {
      // Visitors' pages don't load what few of them need.
      const { enter } = await import("./enter.ts");
      await enter(door);
    } catch (error) {
      setBusy(false);
      const { problemOf } = await import("./enter.ts");
      toast({ title: "That door is shut", text: problemOf(error), destructive: true });
    }
  };
  return (
    <fieldset
      aria-label="See it as"
      className="noscript:hidden mt-1 flex flex-wrap items-center justify-center gap-x-4 md:mt-0 md:ml-4 md:inline-flex"
    >
      <span aria-hidden="true">See it as</span>
      {DOORS.map(({ door, text }) => (
        <button
          key={door}
          type="button"
          className="py-1 underline underline-offset-4"
          aria-disabled={isBusy}
          onClick={() => press(door)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
