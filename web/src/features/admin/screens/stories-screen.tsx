import type { components } from "../../../api/schema.gen.ts";
import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { listAddress } from "../../../kit/address.ts";
import { call, useApi } from "../../../kit/api.ts";
import { EmptyPage } from "../../../kit/empty-page.tsx";
import { Async } from "../../../kit/states.tsx";
import { TablePages } from "../../../kit/table.tsx";
import { momentText } from "../../../kit/time.ts";
import { paths, withQuery } from "../../../lib/paths.ts";
import { Decide } from "../components/decide.tsx";
import { ListKeys } from "../components/list-keys.tsx";
import { oneOf } from "../components/one-of.ts";

type Status = "pending" | "approved" | "rejected";
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
      <Stories {...query} />
      <ListKeys decides />
    </AdminPage>
  );
}

function Stories({ status, page }: Query) {
  const only = oneOf(status, STATUSES);
  const stories = useApi("/api/admin/local-vibes", {
    query: { page, pageSize: PAGE_SIZE, ...(only ? { status: only } : {}) },
    keep: true,
  });
  const hrefOf = listAddress(paths.adminStories(), { status });
  return (
    <Async result={stories} what="the stories">
      {(answer) => {
        if (!("items" in answer)) return null;
        if (answer.items.length === 0)
          return (
            <EmptyPage
              total={answer.total}
              first={hrefOf({ page: 1 })}
              none={status === "pending" ? "No pending stories." : "No stories found"}
            />
          );
        return (
          <>
            <ul className="grid gap-5" aria-busy={stories.isPlaceholderData}>
              {answer.items.map((story) => (
                <StoryItem key={story.id} story={story} />
              ))}
            </ul>
            <TablePages
              what="stories"
              one="story"
              page={page}
              pageSize={PAGE_SIZE}
              total={answer.total}
              hrefOf={(to) => hrefOf({ page: to })}
            />
          </>
        );
      }}
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

function DecideStory({ story: { id, version, coffeeShop } }: { story: Story }) {
  return (
    <Decide
      what={`the story of ${coffeeShop.name}`}
      decision={{
        subject: coffeeShop.name,
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
        },
      }}
    />
  );
}
