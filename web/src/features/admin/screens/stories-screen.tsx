import type { components } from "../../../api/schema.gen.ts";
import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { ListFrame } from "../../../components/admin/list/list-frame.tsx";
import { useDone } from "../../../components/admin/use-undo.ts";
import { call, useApi } from "../../../kit/api.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { momentText } from "../../../kit/time.ts";
import { useAction } from "../../../kit/use-action.ts";
import { paths, withQuery } from "../../../lib/paths.ts";
import { Decide } from "../components/decide.tsx";
import { STORY_REASONS } from "../components/inbox-decisions.ts";
import { ListKeys } from "../components/list-keys.tsx";
import { oneOf } from "../components/one-of.ts";
import { useReason } from "../components/use-reason.tsx";

type Status = components["schemas"]["StoryStatus"];
type Story = components["schemas"]["AdminStory"];

/** Stories per page. */
const PAGE_SIZE = 20;

interface Query {
  status: string;
  page: number;
}

const FILTERS = [
  ["", "All"],
  ["pending", "Pending"],
  ["approved", "Approved"],
  ["rejected", "Rejected"],
] as const;

const STATUSES: readonly Status[] = ["pending", "approved", "rejected"];

const NAMES: Record<Status, string> = {
  pending: "Pending Review",
  approved: "Approved",
  rejected: "Rejected",
};

/** Shops' stories about their towns. */
export default function StoriesScreen({ query }: { query: Query }) {
  const { status } = query;
  return (
    <AdminPage>
      <nav aria-label="Filter" className="mb-6">
        <ul className="flex flex-wrap gap-2">
          {FILTERS.map(([value, text]) => (
            <li key={value}>
              <a
                className={`button button-small ${value === status ? "button-primary" : ""}`}
                href={withQuery(paths.adminStories(), { status: value })}
                aria-current={value === status ? "page" : undefined}
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Stories {...query} />
      <ListKeys decides />
    </AdminPage>
  );
}

function Stories(query: Query) {
  const { status, page } = query;
  const only = oneOf(status, STATUSES);
  const stories = useApi("/api/admin/local-vibes", {
    query: { page, pageSize: PAGE_SIZE, ...(only ? { status: only } : {}) },
    keep: true,
  });
  return (
    <ListFrame
      path={paths.adminStories()}
      query={{ ...query }}
      words={{
        what: "stories",
        one: "story",
        none: status === "pending" ? "No pending stories." : "No stories found",
      }}
      result={stories}
      read={(answer) =>
        "items" in answer
          ? { rows: answer.items, total: answer.total }
          : { rows: answer, total: answer.length }
      }
      pageSize={PAGE_SIZE}
    >
      {(rows, { stale }) => (
        <ul className="grid gap-5" aria-busy={stale}>
          {rows.map((story) => (
            <StoryItem key={story.id} story={story} />
          ))}
        </ul>
      )}
    </ListFrame>
  );
}

function StoryItem({ story }: { story: Story }) {
  const { name, cityName, slug } = story.coffeeShop;
  return (
    <li
      data-item
      data-row={story.id}
      tabIndex={-1}
      className="rounded-md border border-line bg-raised p-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="font-semibold text-lg">
          <a className="link" href={paths.shop(slug)} target="_blank" rel="noreferrer">
            {name}
          </a>
          <span className="ml-2 font-normal text-[0.9375rem] text-soft">{cityName}</span>
        </h3>
        <span className={`badge ${story.status === "pending" ? "badge-amber" : ""}`}>
          {NAMES[story.status]}
        </span>
      </div>
      <p className="mt-1 text-[0.875rem] text-soft">{momentText(story.createdAt)}</p>
      <div className="mt-3 flex flex-wrap gap-5">
        <div className="min-w-0 max-w-text flex-1 basis-72">
          <p className="whitespace-pre-line">{story.prompt1Response}</p>
          {story.prompt2Response && (
            <p className="mt-2 whitespace-pre-line text-soft">{story.prompt2Response}</p>
          )}
          {story.replaces && (
            <details className="mt-3">
              <summary className="text-[0.9375rem]">Shown until you decide</summary>
              <p className="mt-2 whitespace-pre-line text-soft">
                {story.replaces.prompt1Response}
                {story.replaces.prompt2Response && `\n\n${story.replaces.prompt2Response}`}
              </p>
            </details>
          )}
        </div>
        {story.photoUrl && (
          <img
            src={story.photoUrl}
            alt={`The story of ${name}`}
            width={240}
            height={150}
            loading="lazy"
            className="aspect-[16/10] w-60 rounded object-cover"
          />
        )}
      </div>
      {story.status === "pending" && <DecideStory story={story} />}
      {story.status === "approved" && <TakeDown story={story} />}
    </li>
  );
}

function DecideStory({ story: { id, version, coffeeShop } }: { story: Story }) {
  return (
    <Decide
      what={`the story of ${coffeeShop.name}`}
      decision={{
        subject: coffeeShop.name,
        changes: [`story:${id}`],
        approve: {
          call: () =>
            call("post", "/api/admin/local-vibes/{id}/approve", {
              path: { id },
              body: { version },
            }),
          done: "Story approved",
          failed: { title: "Error", text: "Failed to approve Local Vibes story" },
        },
        reject: {
          call: (reason) =>
            call("post", "/api/admin/local-vibes/{id}/reject", {
              path: { id },
              body: { reason, version },
            }),
          done: "Story rejected",
          failed: { title: "Error", text: "Failed to reject Local Vibes story" },
        },
        question: {
          title: `Reject the story of “${coffeeShop.name}”?`,
          text: "If you give a reason, we email it to the owner when we have an address.",
          verb: "Reject",
          required: false,
          prepared: STORY_REASONS,
        },
      }}
    />
  );
}

function TakeDown({ story: { id, version, coffeeShop } }: { story: Story }) {
  const done = useDone();
  const tell = useChanged();
  const [dialog, askReason] = useReason();
  const { start, busy } = useAction(
    (reason: string) =>
      call("post", "/api/admin/local-vibes/{id}/take-down", {
        path: { id },
        body: { reason, version },
      }),
    {
      done: ({ entry }) => {
        done("Story taken down", entry, coffeeShop.name);
        void tell(`story:${id}`);
      },
      failed: { title: "Couldn't take down the story", text: "Please try again." },
    },
  );
  const ask = async () => {
    const reason = await askReason({
      title: `Take down the story of “${coffeeShop.name}”?`,
      text: "It leaves the shop's page at once. We email the reason to the owner when we have an address.",
      verb: "Take down",
      required: true,
      prepared: STORY_REASONS,
    });
    if (reason !== null) await start(reason);
  };
  return (
    <div className="mt-4">
      {dialog}
      <button
        type="button"
        className="button button-small button-danger"
        aria-disabled={busy}
        onClick={() => busy || void ask()}
      >
        Take down<span className="sr-only"> the story of {coffeeShop.name}</span>
      </button>
    </div>
  );
}
