import { TownStamp } from "../../../ui/skyline.tsx";

interface Props {
  city: {
    name: string;
    state: string;
    slug: string;
    fallbackColor: string | null;
    photos: { url: string; srcset: string }[];
  };
}

/** The town's picture, or its drawing if there is none. */
export function TownPicture({ city }: Props) {
  const [photo] = city.photos;
  if (!photo) return <TownStamp slug={city.slug} fallbackColor={city.fallbackColor} />;
  return (
    <img
      src={photo.url}
      srcSet={photo.srcset}
      sizes="(min-width: 40rem) 20rem, 90vw"
      alt={`${city.name}, ${city.state}`}
      width={320}
      height={200}
      loading="lazy"
      className="aspect-[16/10] w-full object-cover"
    />
  );
}
