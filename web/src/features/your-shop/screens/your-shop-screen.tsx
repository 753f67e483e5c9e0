import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { inTime } from "../../../api/limits.ts";
import type { YourShop } from "../../../api/your-shop.ts";
import { OwnerGate } from "../../../components/sign-in/owner-gate.tsx";
import { PrivateHead } from "../../../kit/private-head.tsx";
import { Async, Loading } from "../../../kit/states.tsx";
import { useNavigate } from "../../../lib/navigate.ts";
import { paths } from "../../../lib/paths.ts";
import { useSellsBoosts } from "../../../lib/site.tsx";
import { AddressPanel } from "../components/address-panel.tsx";
import { ContactPanel } from "../components/contact-panel.tsx";
import { HoursPanel } from "../components/hours-panel.tsx";
import { LinksPanel } from "../components/links-panel.tsx";
import { Missing } from "../components/missing.tsx";
import { NamePanel } from "../components/name-panel.tsx";
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
    inTime(load()).then(
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

const Boost = later("The boost", async () => {
  const loaded = await import("../../../components/boosts/boost-card.tsx");
  return loaded.BoostCard;
});

const CounterCard = later("The card", async () => {
  const loaded = await import("../components/counter-card.tsx");
  return loaded.CounterCard;
});

const Story = later("The local story", async () => {
  const loaded = await import("../components/story-section.tsx");
  return loaded.StorySection;
});

const Suggestions = later("The suggestions from visitors", async () => {
  const loaded = await import("../components/suggestions.tsx");
  return loaded.Suggestions;
});

const loadLast = () => import("../components/last-parts.ts");

const History = later("The changes", async () => (await loadLast()).lastParts.History);

const Ownership = later(
  "Transferring and leaving the shop",
  async () => (await loadLast()).lastParts.Ownership,
);

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
        {shop.isListed && (
          <a className="link" href={shop.publicUrl}>
            View the page as a visitor
          </a>
        )}
      </p>
      {!shop.isListed && <p className="form-note">Visitors don't see this page.</p>}
      {shop.isListed && shop.isClosed && (
        <p className="form-note">The page says this shop is permanently closed.</p>
      )}
      <Missing missing={shop.missing} />
      <Index shop={shop} />
      <Suspense fallback={<Loading what="the suggestions" />}>
        <Suggestions shop={shop} />
      </Suspense>
      <div className="mt-8 grid items-start gap-5 lg:grid-cols-2">
        <HoursPanel shop={shop} />
        <SpecialDaysPanel shop={shop} />
        <WordsPanel shop={shop} />
        <ContactPanel shop={shop} />
        <LinksPanel shop={shop} />
        <NamePanel shop={shop} />
        <AddressPanel shop={shop} />
        <AmenitiesPanel shop={shop} />
        <CategoriesPanel shop={shop} />
        <StorePanel shop={shop} />
      </div>
      <PhotosPanel shop={shop} />
      {shop.isListed && !shop.isClosed && (
        <Suspense fallback={<Loading what="the local story" />}>
          <Story shop={shop} />
        </Suspense>
      )}
      <Suspense fallback={<Loading what="the figures" />}>
        <FiguresSection shop={shop} />
      </Suspense>
      {shop.role !== "manager" && (
        <Suspense fallback={null}>
          <Boost shop={shop} />
        </Suspense>
      )}
      {shop.isListed && <ForTheCounter shop={shop} />}
      <Suspense fallback={<Loading what="the changes" />}>
        <History shop={shop} />
      </Suspense>
      <Suspense fallback={null}>
        <Ownership shop={shop} />
      </Suspense>
    </Page>
  );
}

/** The card and its code load at a press. */
function ForTheCounter({ shop }: PartProps) {
  const [isShown, setShown] = useState(false);
  return (
    <section
      id="counter-card"
      aria-labelledby="counter-card-title"
      className="mt-12 max-w-text scroll-mt-28"
    >
      <h2 id="counter-card-title" className="font-bold text-2xl">
        Card for the counter
      </h2>
      <p className="mt-2 text-soft">
        Guests scan it, vote for you, and tell you what isn't right on the page.
      </p>
      {isShown ? (
        <Suspense fallback={<Loading what="the card" />}>
          <CounterCard shop={shop} />
        </Suspense>
      ) : (
        <button type="button" className="button mt-4" onClick={() => setShown(true)}>
          Show the card
        </button>
      )}
    </section>
  );
}

/** The screen is long: its parts, in their order. */
const PARTS = [
  ["#suggestions", "Suggestions"],
  ["#hours", "Hours"],
  ["#special-days", "Special days"],
  ["#words", "Description"],
  ["#contact", "Contact"],
  ["#links", "Menu and profiles"],
  ["#address", "Address"],
  ["#amenities", "Amenities"],
  ["#photos", "Photos"],
  ["#story", "Local story"],
  ["#figures", "Results"],
  ["#boost", "Boost"],
  ["#counter-card", "Card for the counter"],
  ["#changes", "Changes"],
  ["#ownership", "Ownership"],
] as const;

function Index({ shop: { role, isListed, isClosed } }: PartProps) {
  const sells = useSellsBoosts();
  const absent = new Set<string>();
  if (role === "submitter") absent.add("#suggestions");
  if (!sells || !isListed || isClosed || role === "manager") absent.add("#boost");
  if (!isListed) absent.add("#counter-card");
  if (!isListed || isClosed) absent.add("#story");
  return (
    <nav aria-label="On this page" className="mt-6">
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {PARTS.filter(([href]) => !absent.has(href)).map(([href, text]) => (
          <li key={href}>
            <a className="link inline-block py-1" href={href}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
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
