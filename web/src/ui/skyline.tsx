import { drawn } from "./drawings.ts";

interface TownProps {
  slug: string;
  fallbackColor: string | null;
}

/** A town's gradient with its skyline: the background of a banner with white text. */
export function TownBanner({ slug, fallbackColor }: TownProps) {
  return (
    <svg
      key={slug}
      className="absolute inset-0 size-full"
      viewBox="0 0 1200 320"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      {...drawn("towns", ({ drawBanner }) => drawBanner(slug, fallbackColor))}
    />
  );
}

/** A town's square stamp, for lists. */
export function TownStamp({ slug, fallbackColor }: TownProps) {
  return (
    <svg
      key={slug}
      className="size-full"
      viewBox="0 0 64 64"
      aria-hidden="true"
      {...drawn("towns", ({ drawStamp }) => drawStamp(slug, fallbackColor))}
    />
  );
}
