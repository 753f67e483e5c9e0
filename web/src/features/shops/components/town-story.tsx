import type { Story } from "../../../api/types.ts";

/** The owner's approved story of the town. */
export function TownStory({ story, cityName }: { story: Story; cityName: string }) {
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
          {`Shared by the people of ${story.coffeeShop.name}`}
        </figcaption>
        {story.photoUrl && (
          <img
            className="mt-4 h-auto w-full rounded-md"
            src={story.photoUrl}
            alt={`From ${cityName}`}
            width={1600}
            height={1000}
            loading="lazy"
            decoding="async"
          />
        )}
      </figure>
    </section>
  );
}
