import { useState } from "react";
import { inTime } from "../../api/limits.ts";
import { paths } from "../../lib/paths.ts";
import { useToast } from "../../ui/toast.tsx";
import type { Door } from "./enter.ts";

const DOORS: { door: Door; text: string }[] = [
  { door: "visitor", text: "Visitor" },
  { door: "owner", text: "Owner" },
  { door: "administrator", text: "Administrator" },
];

const LINE = "rounded border-[1.5px] border-transparent px-1 py-1 underline underline-offset-4";

const AGAIN = "Please try again.";

/** Shows the demo as somebody else, by one press on any page, and what it has mailed. */
export function Doors() {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const press = async ({ door, text }: (typeof DOORS)[number]) => {
    if (isBusy) return;
    setBusy(true);
    // Visitors' pages don't load what few of them need.
    const problem = await inTime(import("./enter.ts")).then(
      ({ enter, problemOf }) => enter(door).then(() => "", problemOf),
      () => AGAIN,
    );
    if (problem) toast({ title: `${text}: that didn't work`, text: problem, destructive: true });
    // The page may come back from the browser's memory.
    setBusy(false);
  };
  return (
    <fieldset
      aria-label="See it as"
      className="noscript:hidden mt-1 flex flex-wrap items-center justify-center gap-x-1 md:mt-0 md:ml-4 md:gap-x-3 md:inline-flex"
    >
      {/* One row in either font: what is below moves with a second one. */}
      <span aria-hidden="true" className="max-[359px]:hidden">
        See it as
      </span>
      {DOORS.map((one) => (
        <button
          key={one.door}
          type="button"
          className={LINE}
          aria-disabled={isBusy}
          onClick={() => press(one)}
        >
          {one.text}
        </button>
      ))}
      <a className={LINE} href={paths.demoMails()}>
        Mails
      </a>
    </fieldset>
  );
}
