import { type Answer, call, useApi } from "../../../kit/api.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { TextArea } from "../../../kit/form/inputs.tsx";
import { text, z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { MergeNotice } from "../../../kit/merge/merge-notice.tsx";
import { Undecided, useMerge, type Version } from "../../../kit/merge/use-merge.ts";
import { useNewer } from "../../../kit/merge/use-newer.ts";
import { Async } from "../../../kit/states.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { useToast } from "../../../ui/toast.tsx";
import type { AdminShop } from "./shop-badges.tsx";
import { StoryPhoto } from "./story-photo.tsx";

const schema = z.object({
  prompt1Response: text({ required: "Main story is required", max: 500 }),
  prompt2Response: text({ max: 500 }),
});

type Story = NonNullable<Answer<"get", "/api/coffee-shops/{slugOrId}/local-vibes">>;

/** A shop's story about its town. Stories saved by the administrator are published at once (D62). */
export function StoryEditor({ shop }: { shop: AdminShop }) {
  const story = useApi("/api/coffee-shops/{slugOrId}/local-vibes", {
    path: { slugOrId: shop.slug },
    enabled: shop.isActive,
  });
  return (
    <section aria-labelledby="story-title">
      <h3 id="story-title" className="mb-3 font-bold text-xl">
        Local Vibes
      </h3>
      {shop.isActive ? (
        <Async result={story} what="the story">
          {(told) => (
            <>
              <Editor shop={shop} story={told} />
              {told ? (
                <StoryPhoto id={told.id} shop={shop} photo={told.photo} />
              ) : (
                <p className="mt-6 text-soft">Once the story is saved, you can add a photo.</p>
              )}
            </>
          )}
        </Async>
      ) : (
        <p className="max-w-text text-soft">Publish the coffee shop to add its story.</p>
      )}
    </section>
  );
}

type Values = z.infer<typeof schema>;
type Row = Pick<Story, keyof Values | "version">;

/** A version of 0 says that there is no story. */
const versionOf = (story: Row | null): Version<Values> => ({
  fields: {
    prompt1Response: story?.prompt1Response ?? "",
    prompt2Response: story?.prompt2Response ?? "",
  },
  version: story?.version ?? 0,
});

const LABELS: Record<keyof Values, string> = {
  prompt1Response: "Main story",
  prompt2Response: "Details",
};

function Editor({ shop, story }: { shop: AdminShop; story: Story | null }) {
  const toast = useToast();
  const tell = useChanged();
  const merge = useMerge({
    versionOf,
    save: (
      { prompt1Response = "", prompt2Response }: Partial<Values>,
      { version }: Version<Values>,
    ) =>
      call(version > 0 ? "put" : "post", "/api/coffee-shops/{slugOrId}/local-vibes", {
        path: { slugOrId: shop.slug },
        body: { prompt1Response, prompt2Response: prompt2Response || null, version },
      }),
  });
  const form = useForm({
    id: "story",
    schema,
    initial: versionOf(story).fields,
    base: versionOf(story),
    submit: (values, base) => merge.run(base as Version<Values>, values),
    mistaken: ({ prompt1Response }) => {
      if (prompt1Response.trim() === "")
        toast({ title: "Main story is required", destructive: true });
    },
    done: (answer) => {
      form.restart(versionOf(answer).fields, versionOf(answer));
      toast({ title: "Local Vibes updated" });
      void tell("story", `shop:${shop.id}`);
    },
    restarted: merge.forget,
    refused: (error) => error instanceof Undecided,
    failed: "Failed to update Local Vibes",
    draft: `admin-story-${shop.id}`,
  });
  useNewer(form, versionOf(story).fields, versionOf(story));
  return (
    <Form form={form} className="max-w-text" label="Local Vibes">
      <TextArea
        form={form}
        name="prompt1Response"
        label="Main story"
        hint="A unique fact or story about the town."
        most={500}
      />
      <TextArea
        form={form}
        name="prompt2Response"
        label="Details"
        hint="A local event or tradition."
        optional
        most={500}
      />
      <MergeNotice
        what="story"
        collision={merge.collision}
        choose={merge.choose}
        labelOf={(field) => LABELS[field]}
        textOf={(field, of) => of[field] ?? ""}
      />
      <div className="mt-6">
        <SubmitButton form={form} busy="Saving...">
          Save story
        </SubmitButton>
      </div>
    </Form>
  );
}
