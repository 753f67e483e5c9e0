import { type ReactNode, useEffect } from "react";
import { useWatch } from "react-hook-form";
import type { components } from "../../api/schema.gen.ts";
import { call } from "../../kit/api.ts";
import { useConfirm } from "../../kit/confirm.tsx";
import { Form, SubmitButton } from "../../kit/form/form.tsx";
import { TextField } from "../../kit/form/inputs.tsx";
import { text, z } from "../../kit/form/rules.ts";
import { type FormState, fieldId, useForm } from "../../kit/form/use-form.ts";
import { useAction } from "../../kit/use-action.ts";
import { paths } from "../../lib/paths.ts";
import { countText, plural } from "../../lib/text.ts";
import { useToast } from "../../ui/toast.tsx";
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

/** The form's button, once there is a slug. */
function SlugButton({ form, children }: { form: FormState<{ slug: string }>; children: string }) {
  const slug = useWatch({ control: form.hook.control, name: "slug" });
  const blocked = slug.trim() ? undefined : "Enter the slug first.";
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
  const form = useForm({
    id: "enhance-city",
    schema,
    initial: { slug },
    submit: ({ slug: citySlug }) =>
      call("post", "/api/admin/content-enhancement/enhance-city/{citySlug}", {
        path: { citySlug },
      }),
    done: (answer) => {
      if (isStarted(answer)) return show(null);
      const { enhanced, processed, city, stopped } = answer;
      const words = `${city}: ${plural(enhanced, "text")} written for ${plural(processed, "shop")}.`;
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
        One call to the model for each shop there without a description, about two seconds each.
      </p>
      <Form form={form}>
        <TextField
          form={form}
          name="slug"
          label="City slug"
          hint="The end of the city's address, such as alexandria-la."
          autoComplete="off"
          spellCheck={false}
        />
        <SlugButton form={form}>Enhance City</SlugButton>
      </Form>
    </Card>
  );
}

/** Texts for all towns. */
export function EnhanceAll({ stats, show }: Shows & { stats: Stats }) {
  const complete = useComplete();
  const [confirmation, confirm] = useConfirm();
  const calls = stats.shopsNeedingEnhancement - stats.shopsWithTooFewFacts;
  const enhance = useAction(() => call("post", "/api/admin/content-enhancement/enhance-all"), {
    done: (answer) => {
      if (isStarted(answer)) return show(null);
      const { citiesProcessed, totalEnhanced, errors, stopped } = answer;
      const words = `${plural(totalEnhanced, "text")} written in ${plural(citiesProcessed, "city", "cities")}.`;
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
      text: `This makes ${plural(calls, "call")} to ${stats.model ?? "the model"}, one for each shop, and takes about ${plural(Math.max(1, Math.round((calls * 2) / 60)), "minute")}. Your AI service may charge for each call. You can cancel the run, and take its texts back afterward.`,
      verb: "Enhance all",
    });
    if (isMeant) await enhance.start(undefined);
  };
  return (
    <Card id="all-title" title="Enhance all cities">
      {confirmation}
      <p className="mt-2 text-soft">
        {calls === 0
          ? "There is nothing to write: every shop with enough facts has a description."
          : `${countText(calls)} ${calls === 1 ? "shop has" : "shops have"} enough facts and no description.`}
      </p>
      {calls > 0 && (
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
export function TestShop({ show }: Shows) {
  const complete = useComplete();
  const form = useForm({
    id: "test-shop",
    schema,
    initial: { slug: "" },
    submit: ({ slug: shopSlug }) =>
      call("post", "/api/admin/content-enhancement/test-shop/{shopSlug}", { path: { shopSlug } }),
    done: (answer) => {
      if (isStarted(answer)) return show(null);
      const { enhanced, shop, reason } = answer;
      if (enhanced) complete(null, `${shop.name} has a new description.`);
      show(
        <ResultPanel
          title={enhanced ? `New description of ${shop.name}` : `No text for ${shop.name}`}
        >
          <p className="mt-2 max-w-text whitespace-pre-line break-words">
            {enhanced ? shop.aiGeneratedDescription : reason}
          </p>
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
        Writes and publishes the description of one shop, so you can judge the model before a large
        run.
      </p>
      <Form form={form}>
        <TextField
          form={form}
          name="slug"
          label="Shop slug"
          hint="The end of the shop's address."
          autoComplete="off"
          spellCheck={false}
        />
        <SlugButton form={form}>Test Shop</SlugButton>
      </Form>
    </Card>
  );
}
