import { type ReactNode, useEffect } from "react";
import { useWatch } from "react-hook-form";
import type { components } from "../../api/schema.gen.ts";
import { call } from "../../kit/api.ts";
import { useConfirm } from "../../kit/confirm.tsx";
import { Form, SubmitButton } from "../../kit/form/form.tsx";
import { text, z } from "../../kit/form/rules.ts";
import { type FormState, fieldId, useForm } from "../../kit/form/use-form.ts";
import { useAction } from "../../kit/use-action.ts";
import { paths } from "../../lib/paths.ts";
import { countText, plural } from "../../lib/text.ts";
import { useToast } from "../../ui/toast.tsx";
import { findCities, findShops, PlaceField, useSlugs } from "./place-field.tsx";
import type { Stats } from "./types.ts";

/** A run that goes on after the call; its progress is shown by the job's own panel. */
type Started = components["schemas"]["StartedRun"];

const isStarted = (answer: object): answer is Started => "jobId" in answer;

interface Shows {
  show: (result: ReactNode) => void;
}

const schema = z.object({ slug: text({ max: 120 }) });

/** Says that a run has ended, and whether all went well. */
function useComplete() {
  const toast = useToast();
  return (stopped: string | null, words: string) =>
    toast(
      stopped === null
        ? { title: "Enhancement Complete", text: words }
        : { title: "Enhancement Failed", text: `${stopped} ${words}`, destructive: true },
    );
}

/** How many texts have to be published by hand, after what was written. */
const waitingText = (waiting: number) =>
  waiting > 0 ? ` ${plural(waiting, "text")} waiting to be published, under Past runs.` : "";

function Card({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="rounded-md border border-line bg-raised p-5">
      <h3 id={id} className="font-bold text-xl">
        {title}
      </h3>
      {children}
    </section>
  );
}

function ResultPanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="rounded-md border border-line bg-raised p-5">
      <p className="font-bold text-lg">{title}</p>
      {children}
    </div>
  );
}

/** The form's button, once something is chosen. */
function PlaceButton({ form, children }: { form: FormState<{ slug: string }>; children: string }) {
  const slug = useWatch({ control: form.hook.control, name: "slug" });
  const blocked = slug.trim() ? undefined : "Choose one first.";
  return (
    <div className="mt-5 flex flex-wrap items-center gap-3">
      <SubmitButton form={form} busy="Enhancing..." blocked={blocked}>
        {children}
      </SubmitButton>
    </div>
  );
}

/** Texts for one town. `slug` was chosen from the list. */
export function EnhanceCity({ slug, show }: Shows & { slug: string }) {
  const complete = useComplete();
  const slugs = useSlugs();
  const form = useForm({
    id: "enhance-city",
    schema,
    initial: { slug },
    submit: ({ slug: typed }) =>
      call("post", "/api/admin/content-enhancement/enhance-city/{citySlug}", {
        path: { citySlug: slugs.of(typed) },
      }),
    done: (answer) => {
      if (isStarted(answer)) return show(null);
      const { enhanced, processed, city, stopped, waiting } = answer;
      const words = `${city}: ${plural(enhanced, "text")} written for ${plural(processed, "shop")}.${waitingText(waiting)}`;
      complete(stopped, words);
      show(<ResultPanel title={words}>{stopped && <p className="mt-1">{stopped}</p>}</ResultPanel>);
    },
    failed: "Failed to enhance city",
    failedTitle: "Enhancement Failed",
  });
  useEffect(() => {
    if (slug) document.getElementById(fieldId("enhance-city", "slug"))?.focus();
  }, [slug]);
  return (
    <Card id="city-title" title="Enhance one city">
      <p className="mt-2 text-soft">
        Two calls to the model for each shop there without a description, about four seconds a shop.
      </p>
      <Form form={form}>
        <PlaceField
          form={form}
          label="City"
          find={findCities}
          none="No cities found"
          chosen={slugs.note}
        />
        <PlaceButton form={form}>Enhance City</PlaceButton>
      </Form>
    </Card>
  );
}

/** Texts for all towns. */
export function EnhanceAll({ stats, show }: Shows & { stats: Stats }) {
  const complete = useComplete();
  const [confirmation, confirm] = useConfirm();
  const shops = stats.shopsNeedingEnhancement - stats.shopsWithTooFewFacts;
  const enhance = useAction(() => call("post", "/api/admin/content-enhancement/enhance-all"), {
    done: (answer) => {
      if (isStarted(answer)) return show(null);
      const { citiesProcessed, totalEnhanced, errors, stopped, waiting } = answer;
      const words = `${plural(totalEnhanced, "text")} written in ${plural(citiesProcessed, "city", "cities")}.${waitingText(waiting)}`;
      complete(stopped, words);
      show(
        <ResultPanel title={words}>
          {errors.length > 0 && (
            <ul className="mt-2 grid list-disc gap-1 pl-5">
              {errors.map((error) => (
                <li key={error} className="break-words">
                  {error}
                </li>
              ))}
            </ul>
          )}
        </ResultPanel>,
      );
    },
    failed: { title: "Enhancement Failed", text: "Failed to enhance all cities" },
  });
  const start = async () => {
    const isMeant = await confirm({
      title: "Enhance all cities?",
      text: `This makes up to ${plural(2 * shops, "call")} to ${stats.model ?? "the model"}, two for each shop, and takes about ${plural(Math.max(1, Math.round((shops * 4) / 60)), "minute")}. Your AI service may charge for each call. You can cancel the run, and take its texts back afterward.`,
      verb: "Enhance all",
    });
    if (isMeant) await enhance.start(undefined);
  };
  return (
    <Card id="all-title" title="Enhance all cities">
      {confirmation}
      <p className="mt-2 text-soft">
        {shops === 0
          ? "There is nothing to write: every shop with enough facts has a description or a text that waits."
          : `${countText(shops)} ${shops === 1 ? "shop has" : "shops have"} enough facts and no description.`}
      </p>
      {shops > 0 && (
        <button
          type="button"
          className="button button-primary mt-5"
          aria-disabled={enhance.busy}
          onClick={() => void start()}
        >
          {enhance.busy ? "Enhancing..." : "Enhance All Cities"}
        </button>
      )}
    </Card>
  );
}

/** A text for one shop. */
export function TestShop({ show, isReviewed }: Shows & { isReviewed: boolean }) {
  const complete = useComplete();
  const slugs = useSlugs();
  const form = useForm({
    id: "test-shop",
    schema,
    initial: { slug: "" },
    submit: ({ slug: typed }) =>
      call("post", "/api/admin/content-enhancement/test-shop/{shopSlug}", {
        path: { shopSlug: slugs.of(typed) },
      }),
    done: (answer) => {
      if (isStarted(answer)) return show(null);
      const { enhanced, shop, reason, waiting } = answer;
      const title = waiting ? `Text about ${shop.name}` : `New description of ${shop.name}`;
      if (enhanced)
        complete(
          null,
          waiting
            ? `${shop.name}: a text waits to be published.`
            : `${shop.name} has a new description.`,
        );
      show(
        <ResultPanel title={enhanced ? title : `No text for ${shop.name}`}>
          <p className="mt-2 max-w-text whitespace-pre-line break-words">
            {enhanced ? (waiting ?? shop.aiGeneratedDescription) : reason}
          </p>
          {waiting && (
            <p className="mt-2 text-soft">It waits under Past runs until you publish it.</p>
          )}
          <p className="mt-2">
            <a className="link" href={paths.shop(shop.slug)}>
              View the shop's page
            </a>
          </p>
        </ResultPanel>,
      );
    },
    failed: "Failed to test shop",
    failedTitle: "Enhancement Failed",
  });
  return (
    <Card id="test-title" title="Test one shop">
      <p className="mt-2 text-soft">
        {isReviewed ? "Writes" : "Writes and publishes"} the description of one shop, so you can
        judge the model before a large run.
      </p>
      <Form form={form}>
        <PlaceField
          form={form}
          label="Coffee shop"
          find={findShops}
          none="No coffee shops found"
          chosen={slugs.note}
        />
        <PlaceButton form={form}>Test Shop</PlaceButton>
      </Form>
    </Card>
  );
}
