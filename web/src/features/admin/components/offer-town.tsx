import { ApiError } from "../../../api/client.ts";
import { useDone } from "../../../components/admin/use-undo.ts";
import { call } from "../../../kit/api.ts";
import { useAction } from "../../../kit/use-action.ts";

/** A town in an address that neither the place table nor the directory has. */
export interface UnknownTown {
  name: string;
  state: string;
  zipCode: string;
}

interface Details {
  kind?: string;
  town?: UnknownTown;
}

/** The town that an edit was refused for. */
export function unknownTownOf(error: unknown): UnknownTown | null {
  const details = error instanceof ApiError ? (error.details as Details | null) : null;
  return details?.kind === "unknown_town" ? (details.town ?? null) : null;
}

/** Makes the town, so that the address can be saved. */
export function OfferTown({ town, made }: { town: UnknownTown; made: () => void }) {
  const done = useDone();
  const { name, state, zipCode } = town;
  const make = useAction(() => call("post", "/api/admin/cities", { body: { name, zipCode } }), {
    done: ({ entry }) => {
      done("City made", entry, `${name}, ${state}. Save the shop now.`);
      made();
    },
    failed: { title: "Couldn't add the city", text: "Please try again." },
  });
  return (
    <p className="mt-3">
      <button
        type="button"
        className="button button-small"
        aria-disabled={make.busy}
        onClick={() => void make.start(undefined)}
      >
        {make.busy ? "Making…" : `Make the city ${name}, ${state}`}
      </button>
    </p>
  );
}
