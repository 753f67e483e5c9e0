import { useState } from "react";
import { type Answer, call } from "../../kit/api.ts";
import { useConfirm } from "../../kit/confirm.tsx";
import { useChanged } from "../../kit/subjects.ts";
import { useAction } from "../../kit/use-action.ts";
import { useSite } from "../../lib/site.tsx";
import { plural } from "../../lib/text.ts";

type Removed = Answer<"post", "/api/admin/site/remove-demo">;

/** From demo to real: removes what was invented. Not there without a demo. */
export function DemoPart() {
  const { demoShopCount } = useSite();
  const tell = useChanged();
  const [dialog, confirm] = useConfirm();
  const [done, setDone] = useState<Removed | null>(null);
  const remove = useAction(() => call("post", "/api/admin/site/remove-demo"), {
    done: (answer) => {
      setDone(answer);
      void tell("everything");
    },
    failed: { title: "Couldn't remove the demo", text: "Please try again." },
  });
  if (demoShopCount === 0 && !done) return null;
  const ask = async () => {
    const isSure = await confirm({
      title: "Remove the demo?",
      text: `${plural(demoShopCount, "invented coffee shop")} will go, with what people did to them (claims, suggestions, stories, photos, boosts), the towns that have no other, and the sample articles. Other shops, towns and articles stay, and so does a shop that somebody paid real money for. This can't be undone.`,
      verb: "Remove the demo",
      keep: "Keep it",
      destructive: true,
    });
    if (isSure) await remove.start(undefined);
  };
  return (
    <section aria-labelledby="demo-title" className="ruled mt-12">
      <h3 id="demo-title" className="mb-3 font-bold text-xl">
        Demo content
      </h3>
      {dialog}
      <div role="status">{done && <p className="max-w-text">{summary(done)}</p>}</div>
      {!done && (
        <>
          <p className="max-w-text">
            {`${plural(demoShopCount, "coffee shop")} here ${demoShopCount === 1 ? "is" : "are"} invented, and every page says so. Remove them once you have shops of your own.`}
          </p>
          <button
            type="button"
            className="button button-danger mt-4"
            disabled={remove.busy}
            onClick={ask}
          >
            {remove.busy ? "Removing..." : "Remove the demo"}
          </button>
        </>
      )}
    </section>
  );
}

function summary({ removed, remaining, remainingTowns, remainingArticles }: Removed) {
  const parts = removed.map(({ what, count }) => `${count} ${what}`).join(", ");
  const held = removed.reduce((sum, part) => sum + part.kept, 0);
  const made = [
    plural(remainingTowns, "town"),
    `${plural(remainingArticles, "article")} and ${plural(Math.max(0, remaining - held), "coffee shop")}`,
  ].join(", ");
  const paidFor =
    held === 0
      ? ""
      : ` So ${held === 1 ? "does" : "do"} ${plural(held, "invented coffee shop")} that somebody has paid, or is paying, real money for.`;
  return `Removed: ${parts}. ${made} stay.${paidFor}`;
}
