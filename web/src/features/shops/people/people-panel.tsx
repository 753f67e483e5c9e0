import { OwnerSession } from "../../../components/sign-in/owner-gate.tsx";
import { useApi } from "../../../kit/api.ts";
import { DraftOwner } from "../../../kit/form/draft.ts";
import { paths } from "../../../lib/paths.ts";
import { TellStory } from "./tell-story.tsx";

export interface PeoplePanelProps {
  shop: { id: string; name: string };
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
