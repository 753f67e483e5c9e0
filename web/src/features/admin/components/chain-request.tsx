import { useState } from "react";
import { useDone } from "../../../components/admin/use-undo.ts";
import { type Answer, type Body, call } from "../../../kit/api.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { agoText } from "../../../kit/time.ts";
import { useAction } from "../../../kit/use-action.ts";
import { paths } from "../../../lib/paths.ts";
import { useReason } from "./use-reason.tsx";

type ChainName = Body<"post", "/api/admin/chain-names">;
type Request = Answer<"get", "/api/admin/requests">[number];

/** Open objections, and listings that a rule was unsure about. */
export const isAboutChains = ({ kind, status, explanation }: Request) =>
  status === "open" &&
  (kind === "chain_objection" || (kind === "listing" && explanation.includes("chain")));

/** The name that the decision is about. */
function nameOf({ details, subject }: Request): string {
  const typed = (details as { name?: unknown } | null)?.name;
  return typeof typed === "string" ? typed : (subject.split(",")[0] ?? subject);
}

/** Chain or not: a refused listing is admitted, a questionable one removed. */
export function ChainRequest({ request }: { request: Request }) {
  const { id, kind, subject, explanation, shopSlug, createdAt } = request;
  const isObjection = kind === "chain_objection";
  const name = nameOf(request);
  const [isRemembered, setRemembered] = useState(false);
  const tell = useChanged();
  const done = useDone();
  const [dialog, askReason] = useReason();
  const remember = async (list: ChainName["list"]) => {
    if (isRemembered) await call("post", "/api/admin/chain-names", { body: { name, list } });
  };
  const after = (title: string) => (answer: { entry: string | null }) => {
    done(title, answer.entry, subject);
    void tell("request", "chain", "shop");
  };
  const failed = { title: "Couldn't save the decision", text: "Please try again." };
  const admit = useAction(
    async () => {
      const decided = await call("post", "/api/admin/requests/{id}/approve", {
        path: { id },
        body: {},
      });
      await remember("allow");
      return decided;
    },
    { done: after(isObjection ? "Listed" : "Kept"), failed },
  );
  const refuse = useAction(
    async (reason: string) => {
      const decided = await call("post", "/api/admin/requests/{id}/reject", {
        path: { id },
        body: { reason },
      });
      await remember("deny");
      return decided;
    },
    { done: after(isObjection ? "Not listed" : "Taken off"), failed },
  );
  const ask = async () => {
    const reason = await askReason({
      title: `“${name}” is a chain?`,
      text: isObjection
        ? "It stays unlisted. We email your reason to the person who objected."
        : "The shop is removed. We email your reason to the person who listed it.",
      verb: "It's a chain",
      required: true,
    });
    if (reason !== null) void refuse.start(reason);
  };
  return (
    <article className="rounded-md border border-line bg-raised p-5" aria-labelledby={id}>
      {dialog}
      <h4 id={id} className="font-semibold text-lg">
        {subject}
      </h4>
      <p className="mt-1 text-[0.9375rem] text-soft">
        {`${isObjection ? "Rejected as a chain; the owner objected" : "Listed, possibly a chain"}, ${agoText(createdAt)}`}
        {shopSlug && (
          <>
            {" · "}
            <a className="link" href={paths.shop(shopSlug)} target="_blank" rel="noreferrer">
              View Shop
            </a>
          </>
        )}
      </p>
      <blockquote className="mt-3 max-w-text whitespace-pre-line break-words border-rule border-l-4 pl-4">
        {explanation}
      </blockquote>
      <label className="choice mt-4">
        <input
          type="checkbox"
          checked={isRemembered}
          onChange={({ target }) => setRemembered(target.checked)}
        />
        <span>{`Remember it for every shop named ${name}`}</span>
      </label>
      <div className="mt-4 flex flex-wrap gap-3">
        <button
          type="button"
          className="button button-small button-primary"
          aria-disabled={admit.busy}
          onClick={() => void admit.start(undefined)}
        >
          {isObjection ? "Not a chain: list it" : "Not a chain: keep it"}
          <span className="sr-only">{`: ${name}`}</span>
        </button>
        <button
          type="button"
          className="button button-small"
          aria-disabled={refuse.busy}
          onClick={() => void ask()}
        >
          {isObjection ? "It's a chain" : "It's a chain: remove it"}
          <span className="sr-only">{`: ${name}`}</span>
        </button>
      </div>
    </article>
  );
}
