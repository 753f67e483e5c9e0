import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { type Answer, call, useApi } from "../../../kit/api.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { momentText } from "../../../kit/time.ts";
import { paths, withQuery } from "../../../lib/paths.ts";
import { Decide } from "../components/decide.tsx";
import { ListKeys } from "../components/list-keys.tsx";
import { oneOf } from "../components/one-of.ts";

type Status = "pending" | "approved" | "rejected";
type Story = Answer<"get", "/api/admin/local-vibes">[number];

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
export default function StoriesScreen({ query }: { query: { status: string } }) {
  const { status } = query;
  return (
    <AdminPage title="Local Vibes" tab={paths.adminStories()}>
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
      <Stories status={status} />
      <ListKeys decides />
    </AdminPage>
  );
}

function Stories({ status }: { status: string }) {
  const only = oneOf(status, STATUSES);
  const stories = useApi("/api/admin/local-vibes", {
    query: only ? { status: only } : {},
    keep: true,
  });
  return (
    <Async result={stories} what="the stories">
      {(all) =>
        all.length === 0 ? (
          <Empty>{status === "pending" ? "No pending stories." : "No stories found"}</Empty>
        ) : (
          <ul className="grid gap-5">
            {all.map((story) => (
              <StoryItem key={story.id} story={story} />
            ))}
          </ul>
        )
      }
    </Async>
  );
}

function StoryItem({ story }: { story: Story }) {
  const { name, cityName, slug } = story.coffeeShop;
  return (
    <li data-item tabIndex={-1} className="rounded-md border border-line bg-raised p-5">
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
    </li>
  );
}

function DecideStory({ story: { id, coffeeShop } }: { story: Story }) {
  return (
    <Decide
      what={`the story of ${coffeeShop.name}`}
      decision={{
        subject: coffeeShop.name,
        approve: {
          call: () =>
            call("post", "/api/admin/local-vibes/{id}/approve", { path: { id }, body: {} }),
          done: "Story approved",
          failed: { title: "Error", text: "Failed to approve Local Vibes story" },
        },
        reject: {
          call: (reason) =>
            call("post", "/api/admin/local-vibes/{id}/reject", { path: { id }, body: { reason } }),
          done: "Story rejected",
          failed: { title: "Error", text: "Failed to reject Local Vibes story" },
        },
        question: {
          title: `Reject the story of “${coffeeShop.name}”?`,
          text: "If you give a reason, we email it to the owner when we have an address.",
          verb: "Reject",
          required: false,
        },
      }}
    />
  );
}
