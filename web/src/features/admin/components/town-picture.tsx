import { TownStamp } from "../../../ui/skyline.tsx";

interface Props {
  /** Of a card; otherwise it is small. */
  wide?: boolean;
  city: {
    name: string;
    state: string;
    slug: string;
    fallbackColor: string | null;
    photos: { url: string; srcset: string }[];
  };
}

/** The town's picture, or its drawing if there is none. */
export function TownPicture({ city, wide = false }: Props) {
  const [photo] = city.photos;
  const drawing = <TownStamp slug={city.slug} fallbackColor={city.fallbackColor} />;
  // A square drawing fills a wide card down to the ground that it stands on.
  if (!photo)
    return wide ? <div className="[&>svg]:-mt-[28%] [&>svg]:h-auto">{drawing}</div> : drawing;
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
