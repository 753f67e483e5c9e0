import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import type { YourShop } from "../api/your-shop.ts";
import ShopScreen from "../features/admin/screens/shop-screen.tsx";
import { useYourShop } from "../features/your-shop/use-your-shop.ts";
import { Async, Loading } from "../kit/states.tsx";

type Part = ComponentType<{ shop: YourShop }>;

const later = (load: () => Promise<Part>) =>
  lazy<Part>(() => load().then((part) => ({ default: part })));

const Photos = later(() =>
  import("../features/your-shop/photos/photos-panel.tsx").then((part) => part.PhotosPanel),
);
const Suggestions = later(() =>
  import("../features/your-shop/components/suggestions.tsx").then((part) => part.Suggestions),
);
const Figures = later(() =>
  import("../features/your-shop/figures/figures-section.tsx").then(
    ({ FiguresSection }) =>
      ({ shop }) => <FiguresSection shop={shop} whose="the" />,
  ),
);
const History = later(() =>
  import("../features/your-shop/components/history.tsx").then(
    ({ History: Changes }) =>
      ({ shop }) => <Changes shop={{ slug: shop.slug }} />,
  ),
);

/** A shop's page in the panel, with the parts that its owner has on theirs. */
export default function AdminShopScreen({ params }: { params: { id: string } }) {
  return (
    <ShopScreen params={params} parts={(slug, under) => <Parts slug={slug} under={under} />} />
  );
}

function Parts({ slug, under }: { slug: string; under: ReactNode }) {
  const shop = useYourShop(slug);
  const part = (what: string, PartOf: Part, loaded: YourShop) => (
    <Suspense fallback={<Loading what={what} />}>
      <PartOf shop={loaded} />
    </Suspense>
  );
  return (
    <>
      <Async result={shop} what="the photos">
        {(loaded) => part("the photos", Photos, loaded)}
      </Async>
      {under}
      {shop.data && (
        <>
          {part("the suggestions", Suggestions, shop.data)}
          {part("the figures", Figures, shop.data)}
          {part("the changes", History, shop.data)}
        </>
      )}
    </>
  );
}
