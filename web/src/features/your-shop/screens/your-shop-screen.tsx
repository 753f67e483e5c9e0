import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from "react";
import { ApiError } from "../../../api/client.ts";
import type { YourShop } from "../../../api/your-shop.ts";
import { OwnerGate } from "../../../components/sign-in/owner-gate.tsx";
import { PrivateHead } from "../../../kit/private-head.tsx";
import { Async, Loading } from "../../../kit/states.tsx";
import { useNavigate } from "../../../lib/navigate.ts";
import { paths } from "../../../lib/paths.ts";
import { AddressPanel } from "../components/address-panel.tsx";
import { ContactPanel } from "../components/contact-panel.tsx";
import { History } from "../components/history.tsx";
import { HoursPanel } from "../components/hours-panel.tsx";
import { Missing } from "../components/missing.tsx";
import { AmenitiesPanel, CategoriesPanel } from "../components/offer-panels.tsx";
import { SpecialDaysPanel } from "../components/special-days-panel.tsx";
import { StorePanel } from "../components/store-panel.tsx";
import { WordsPanel } from "../components/words-panel.tsx";
import { PhotosPanel } from "../photos/photos-panel.tsx";
import { useYourShop } from "../use-your-shop.ts";

interface PartProps {
  shop: YourShop;
}

/** A part far down the screen: nothing waits for it, and the rest works if it doesn't load. */
const later = (what: string, load: () => Promise<ComponentType<PartProps>>) =>
  lazy<ComponentType<PartProps>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => <NotLoaded what={what} /> }),
    ),
  );

function NotLoaded({ what }: { what: string }) {
  return <p className="form-note mt-12">{`${what} couldn't be loaded. Please reload the page.`}</p>;
}

const FiguresSection = later("The figures", async () => {
  const loaded = await import("../figures/figures-section.tsx");
  return loaded.FiguresSection;
});

const Suggestions = later("The suggestions from visitors", async () => {
  const loaded = await import("../components/suggestions.tsx");
  return loaded.Suggestions;
});

const Ownership = later("Transferring and leaving the shop", async () => {
  const loaded = await import("../components/ownership.tsx");
  return loaded.Ownership;
});

interface Props {
  params: { slug: string };
}

/** Where a listing's own people maintain it. Each panel is saved separately. */
export default function YourShopScreen({ params: { slug } }: Props) {
  return (
    <OwnerGate fallback={(form) => <SignedOut>{form}</SignedOut>}>
      {() => <Listing slug={slug} />}
    </OwnerGate>
  );
}

function Listing({ slug }: { slug: string }) {
  const result = useYourShop(slug);
  const navigate = useNavigate();
  const current = result.data?.slug;
  // Moving to another town changes the shop's slug, and this screen's URL.
  useEffect(() => {
    if (current !== undefined && current !== slug) navigate(paths.yourShop(current));
  }, [current, slug, navigate]);
  const isTheirs = !(result.error instanceof ApiError && [403, 404].includes(result.error.status));
  if (!isTheirs)
    return (
      <Page title="Your shop">
        <p className="mt-3 max-w-text text-lg">This coffee shop isn't yours, or isn't listed.</p>
        <p className="mt-4 flex flex-wrap gap-3">
          <a className="button" href={paths.yourShops()}>
            Your coffee shops
          </a>
          <a className="button" href={paths.claim(slug)}>
            Claim This Business
          </a>
        </p>
      </Page>
    );
  return (
    <Async result={result} what="your shop">
      {(shop) => <Panels shop={shop} />}
    </Async>
  );
}

function Panels({ shop }: { shop: YourShop }) {
  return (
    <Page title={shop.name}>
      <p className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-2 text-soft">
        <span>{`${shop.cityName}, ${shop.state}`}</span>
        <a className="link" href={shop.publicUrl}>
          View the page as a visitor
        </a>
      </p>
      {shop.isClosed && <p className="form-note">The page says this shop is permanently closed.</p>}
      <Missing missing={shop.missing} />
      <div className="mt-8 grid items-start gap-5 lg:grid-cols-2">
        <HoursPanel shop={shop} />
        <SpecialDaysPanel shop={shop} />
        <WordsPanel shop={shop} />
        <ContactPanel shop={shop} />
        <AddressPanel shop={shop} />
        <AmenitiesPanel shop={shop} />
        <CategoriesPanel shop={shop} />
        <StorePanel shop={shop} />
      </div>
      <PhotosPanel shop={shop} />
      <Suspense fallback={<Loading what="the figures" />}>
        <FiguresSection shop={shop} />
      </Suspense>
      <Suspense fallback={<Loading what="the suggestions" />}>
        <Suggestions shop={shop} />
      </Suspense>
      <History slug={shop.slug} />
      <Suspense fallback={null}>
        <Ownership shop={shop} />
      </Suspense>
    </Page>
  );
}

function SignedOut({ children }: { children: ReactNode }) {
  return (
    <Page title="Your shop">
      <p className="mt-3 max-w-text text-lg text-soft">
        Please sign in with the email address you used to list or claim this coffee shop.
      </p>
      {children}
    </Page>
  );
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className="page pt-10 md:pt-14">
      <PrivateHead title={title} />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">{title}</h1>
      {children}
    </article>
  );
}
