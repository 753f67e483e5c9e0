import type { Story } from "../api/types.ts";
import { paths } from "../lib/paths.ts";
import { Icon } from "../ui/icon.tsx";

/** The beginning of a local story on the town's page; the shop's page has all of it. */
export function StoryCard({ story }: { story: Story }) {
  const { coffeeShop } = story;
  const street = coffeeShop.address.split(",")[0];
  return (
    <li className="card gap-3 p-5">
      <div className="flex items-start justify-between gap-3">
        <h3 className="font-semibold text-[1.1875rem] leading-snug">
          <a className="card-link" href={paths.shop(coffeeShop.slug)}>
            {coffeeShop.name}
          </a>
        </h3>
        <span className="badge badge-blue shrink-0">Local Story</span>
      </div>
      <p className="line-clamp-3 leading-relaxed">{story.prompt1Response}</p>
      {story.prompt2Response && (
        <p className="line-clamp-2 text-[0.9375rem] text-soft leading-relaxed">
          {story.prompt2Response}
        </p>
      )}
      <p className="mt-auto flex items-center gap-2 text-[0.9375rem] text-soft">
        {street}
        {story.photoUrl && (
          <span role="img" aria-label="With a photo">
            <Icon name="photo" className="size-5" />
          </span>
        )}
      </p>
    </li>
  );
}
