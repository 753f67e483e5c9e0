import { OwnerSession } from "../../../components/sign-in/owner-gate.tsx";
import { useApi } from "../../../kit/api.ts";
import { DraftOwner } from "../../../kit/form/draft.ts";
import { TellStory } from "../../../kit/story/tell-story.tsx";
import { paths } from "../../../lib/paths.ts";
import { useSellsBoosts } from "../../../lib/site.tsx";

export interface PeoplePanelProps {
  shop: { id: string; name: string; slug: string; permanentlyClosed: boolean };
}

/** On top of the page of one's own shop. */
export function Edit({ shop: { slug, name, permanentlyClosed } }: PeoplePanelProps) {
  return (
    <p className="no-print mt-4 flex flex-wrap gap-3">
      <a className="button button-primary" href={paths.yourShop(slug)}>
        Edit<span className="sr-only">{` ${name}`}</span>
      </a>
      {useSellsBoosts() && !permanentlyClosed && (
        <a className="button" href={paths.boost(slug)} rel="nofollow">
          Boost This Shop
        </a>
      )}
    </p>
  );
}

/** For a shop's own people, on its page: the link to their screen, and the town story. */
export default function PeoplePanel({ shop }: PeoplePanelProps) {
  const { data: session } = useApi("/api/session");
  const own = session?.shops.find(({ id }) => id === shop.id);
  if (!own) return null;
  return (
    <section
      aria-labelledby="people"
      className="no-print mt-12 rounded-md border-[1.5px] border-blue bg-raised p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <h2 id="people" className="font-bold text-xl">
          You manage this page
        </h2>
        <a className="button" href={paths.yourShop(own.slug)}>
          Your shop
        </a>
      </div>
      <OwnerSession person={session?.person?.id}>
        <DraftOwner key={session?.person?.id} value={session?.person?.id ?? ""}>
          <TellStory slug={own.slug} story={own.story} />
        </DraftOwner>
      </OwnerSession>
    </section>
  );
}
