import { useQuery } from "@tanstack/react-query";
import { problemOf } from "../../../components/use-remarks.ts";
import {
  changePassport,
  factsOf,
  type KeptShop,
  keepForOffline,
  readPassport,
} from "../../../lib/passport.ts";
import { plural } from "../../../lib/text.ts";
import { Alert } from "../../../ui/alert.tsx";
import { useToast } from "../../../ui/toast.tsx";
import type { LinkedShop } from "../link.ts";
import { mergePassports, unmerge } from "../merge.ts";
import { type Details, readDetails } from "../use-details.ts";
import type { Brought } from "../use-link.ts";

const NAMED = 4;

/** The shops in a link, and whether to keep them. Nothing is added without consent. */
export function BroughtShops({ brought, onDone }: { brought: Brought; onDone: () => void }) {
  if (brought.what === "nothing") return null;
  if (brought.what === "shops") return <Offer linked={brought.shops} onDone={onDone} />;
  return (
    <div className="mt-8">
      <Alert>
        <p className="font-semibold">This link is broken or incomplete.</p>
        <p className="mt-1">
          Copy the whole link again on the other device. Nothing on this device has changed.
        </p>
        <button type="button" className="button button-small mt-3" onClick={onDone}>
          Close
        </button>
      </Alert>
    </div>
  );
}

function Offer({ linked, onDone }: { linked: LinkedShop[]; onDone: () => void }) {
  const add = useAdd();
  const ids = linked.map(({ id }) => id);
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ["passport link", ids.join()],
    queryFn: ({ signal }) => readDetails(ids, signal),
    networkMode: "always",
  });
  const found = data ? keptShops(linked, data) : [];
  const count = plural(linked.length, "shop");
  return (
    <section
      aria-labelledby="brought"
      className="mt-8 rounded-md border-[1.5px] border-amber bg-amber-wash p-5 text-amber-ink"
    >
      <h2 id="brought" className="font-bold text-xl">
        {`This link holds ${count}: add ${linked.length === 1 ? "it" : "them"} to this device?`}
      </h2>
      <p className="mt-1 min-h-6" aria-live="polite">
        {isError
          ? "The shops can't be loaded right now. Check your connection."
          : isPending
            ? "Loading their names…"
            : summaryOf(found, linked.length)}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {isError ? (
          <button type="button" className="button button-primary" onClick={() => refetch()}>
            Try again
          </button>
        ) : (
          <button
            type="button"
            className="button button-primary"
            disabled={isPending || found.length === 0}
            onClick={() => {
              add(found);
              onDone();
            }}
          >
            Add
          </button>
        )}
        <button type="button" className="button" onClick={onDone}>
          Not now
        </button>
      </div>
    </section>
  );
}

/** Adds shops to the passport, reports the result, and offers undo. */
export function useAdd() {
  const toast = useToast();
  return (shops: readonly KeptShop[]) => {
    const before = readPassport();
    const merged = mergePassports(before, shops);
    const keeping = changePassport(() => merged.shops);
    if (keeping !== "kept") return toast(problemOf(keeping));
    keepForOffline();
    const { added, completed, left } = merged;
    const undo = () => {
      const keeping = changePassport((now) => unmerge(now, before, merged.shops));
      if (keeping === "kept") keepForOffline();
      else toast(problemOf(keeping));
    };
    const parts = [
      completed > 0 && `${plural(completed, "shop")} completed.`,
      left > 0 && `No room for ${plural(left, "more shop")}.`,
    ].filter(Boolean);
    toast({
      title: added > 0 ? `${plural(added, "shop")} added` : "Nothing new in it",
      ...(parts.length > 0 ? { text: parts.join(" ") } : {}),
      ...(added + completed > 0 ? { action: { text: "Undo", run: undo } } : {}),
    });
  };
}

/** Shops as they will be stored, from the link and the directory. */
function keptShops(linked: readonly LinkedShop[], { shops }: Details): KeptShop[] {
  return linked.flatMap(({ id, saved, visited }) => {
    const shop = shops.get(id);
    return shop ? [{ ...factsOf(shop), saved, visited, note: "" }] : [];
  });
}

function summaryOf(found: readonly KeptShop[], linked: number): string {
  const names = found.slice(0, NAMED).map(({ name }) => name);
  const rest = found.length - names.length;
  const gone = linked - found.length;
  const list = names.join(", ") + (rest > 0 ? ` and ${plural(rest, "more", "more")}` : "");
  const lost = `${gone === 1 ? "1 is" : `${gone} are`} no longer in the directory.`;
  if (found.length === 0) return "None of them is in the directory anymore.";
  return gone > 0 ? `${list}. ${lost}` : `${list}.`;
}
