import type { Story } from "../../../api/types.ts";
import { PhotoCredit } from "../../../components/photo-credit.tsx";
import { TownBanner } from "../../../ui/skyline.tsx";

/** The owner's approved story about the town. */
export function TownStory({ story, citySlug }: { story: Story; citySlug: string }) {
  return (
    <section aria-labelledby="story">
      <h2 id="story" className="font-bold text-2xl">
        Local Town Story
      </h2>
      <figure className="mt-4 border-blue border-l-4 pl-5">
        <blockquote className="grid gap-3 text-lg leading-relaxed">
          <p>{story.prompt1Response}</p>
          {story.prompt2Response && <p className="text-soft">{story.prompt2Response}</p>}
        </blockquote>
        <figcaption className="mt-3 text-[0.9375rem] text-soft">
          {`Shared by the team at ${story.coffeeShop.name}`}
        </figcaption>
        {story.photo && (
          <div
            className="over-drawing mt-4 aspect-[16/10] rounded-md"
            {...(story.photo.alt ? { role: "img", "aria-label": story.photo.alt } : {})}
          >
            <TownBanner slug={citySlug} fallbackColor={null} />
            <img
              src={story.photo.url}
              srcSet={story.photo.srcset}
              sizes="(min-width: 64rem) 42rem, 88vw"
              // Said by the frame: without alt text here, a photo that doesn't load leaves the drawing unobstructed.
              alt=""
              width={story.photo.width}
              height={story.photo.height}
              loading="lazy"
              decoding="async"
            />
          </div>
        )}
        {story.photo && <PhotoCredit photo={story.photo} />}
      </figure>
    </section>
  );
}
