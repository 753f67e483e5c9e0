import type { YourShop } from "../../../api/your-shop.ts";
import { useApi } from "../../../kit/api.ts";
import { Async } from "../../../kit/states.tsx";
import { TellStory } from "../../../kit/story/tell-story.tsx";

/** The story of the shop's town, with what became of it. */
export function StorySection({ shop }: { shop: YourShop }) {
  const session = useApi("/api/session");
  return (
    <section id="story" aria-labelledby="story-title" className="mt-12 scroll-mt-28">
      <h2 id="story-title" className="font-bold text-2xl">
        Local story
      </h2>
      <Async result={session} what="the story">
        {({ shops }) => {
          const own = shops.find(({ id }) => id === shop.id);
          return <TellStory slug={shop.slug} story={own?.story ?? null} place="the shop's page" />;
        }}
      </Async>
    </section>
  );
}
