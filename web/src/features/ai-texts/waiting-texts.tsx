import type { components } from "../../api/schema.gen.ts";
import type { ShopRun } from "../../components/admin/run-words.ts";
import { call } from "../../kit/api.ts";
import { useChanged } from "../../kit/subjects.ts";
import { useAction } from "../../kit/use-action.ts";
import { paths } from "../../lib/paths.ts";
import { plural } from "../../lib/text.ts";
import { useToast } from "../../ui/toast.tsx";

type Text = components["schemas"]["WaitingText"];

/** What the administrator decides: about one shop's text, or about all of the run. */
interface Decision {
  publishes: boolean;
  text?: Text;
}

/** The texts of a run that wait, beside the facts that they were made of. */
export function WaitingTexts({ run, texts }: { run: ShopRun; texts: Text[] }) {
  const decide = useDecide(run);
  const more = run.waiting - texts.length;
  return (
    <section aria-label="Texts waiting to be published" className="mb-5">
      <div className="flex flex-wrap items-center gap-3">
        <h5 className="mr-auto font-bold text-lg">
          {`${plural(run.waiting, "text")} waiting to be published`}
        </h5>
        <button
          type="button"
          className="button button-primary button-small"
          aria-disabled={decide.busy}
          onClick={() => void decide.start({ publishes: true })}
        >
          Publish all
        </button>
        <button
          type="button"
          className="button button-small"
          aria-disabled={decide.busy}
          onClick={() => void decide.start({ publishes: false })}
        >
          Publish none
        </button>
      </div>
      <ul className="mt-3 grid gap-3">
        {texts.map((text) => (
          <li key={text.shopId} className="rounded-md border border-line bg-paper p-4">
            <WaitingText text={text} busy={decide.busy} decide={decide.start} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-3 text-[0.9375rem] text-soft">
          {`And ${plural(more, "more text")}. "Publish all" includes them.`}
        </p>
      )}
    </section>
  );
}

function useDecide(run: ShopRun) {
  const tell = useChanged();
  const toast = useToast();
  return useAction(
    ({ publishes, text }: Decision) => {
      const body = text ? { shopId: text.shopId } : {};
      const path = { id: run.id };
      return publishes
        ? call("post", "/api/admin/content-enhancement/runs/{id}/publish", { path, body })
        : call("post", "/api/admin/content-enhancement/runs/{id}/discard", { path, body });
    },
    {
      done: (answer, { publishes, text }) => {
        if (!("jobId" in answer)) {
          const left = answer.skipped - run.skipped;
          toast({
            title: publishes ? "Published" : "Not published",
            text:
              left > 0
                ? `${plural(left, "text")} no longer fit the shop and stayed out.`
                : (text?.name ?? run.label),
          });
        }
        void tell("run", "shop");
      },
      failed: { title: "Couldn't save the decision", text: "Please try again." },
    },
  );
}

interface Props {
  text: Text;
  busy: boolean;
  decide: (decision: Decision) => unknown;
}

function WaitingText({ text, busy, decide }: Props) {
  return (
    <>
      <p className="font-semibold">
        {text.slug ? (
          <a className="link" href={paths.shop(text.slug)}>
            {text.name}
          </a>
        ) : (
          text.name
        )}
        {text.town && <span className="font-normal text-soft">{`, ${text.town}`}</span>}
      </p>
      <div className="mt-2 grid gap-4 md:grid-cols-2">
        <p className="max-w-text break-words">{text.text}</p>
        <ul className="text-[0.9375rem] text-soft" aria-label="Facts">
          {text.facts.map((fact) => (
            <li key={fact} className="break-words">
              {fact}
            </li>
          ))}
        </ul>
      </div>
      {text.doubt && <p className="mt-2 text-red">{text.doubt}</p>}
      <div className="mt-3 flex flex-wrap gap-3">
        {!text.doubt && (
          <button
            type="button"
            className="button button-small"
            aria-disabled={busy}
            onClick={() => void decide({ publishes: true, text })}
          >
            Publish<span className="sr-only">{` the text about ${text.name}`}</span>
          </button>
        )}
        <button
          type="button"
          className="button button-small"
          aria-disabled={busy}
          onClick={() => void decide({ publishes: false, text })}
        >
          Don't publish<span className="sr-only">{` the text about ${text.name}`}</span>
        </button>
      </div>
    </>
  );
}
