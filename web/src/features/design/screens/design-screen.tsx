import { NewsletterForm } from "../../../components/newsletter-form.tsx";
import { ShopCard } from "../../../components/shop-card.tsx";
import { StoryCard } from "../../../components/story-card.tsx";
import { TownCard } from "../../../components/town-card.tsx";
import { Head } from "../../../lib/head.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Breadcrumb } from "../../../ui/breadcrumb.tsx";
import { ICON_NAMES, Icon } from "../../../ui/icon.tsx";
import { LIST } from "../../../ui/list-role.ts";
import { Pager } from "../../../ui/pager.tsx";
import { CardSkeletons, TownSkeletons } from "../../../ui/skeleton.tsx";
import { storefront } from "../../../ui/storefront/storefront.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { KitParts, type KitQuery } from "../components/kit-parts.tsx";
import { Part } from "../components/part.tsx";
import { CITIES, SHOPS, STORY } from "../samples.ts";

const COLORS = [
  "bg-paper",
  "bg-raised",
  "bg-sunk",
  "bg-ink",
  "bg-soft",
  "bg-rule",
  "bg-line",
  "bg-blue",
  "bg-blue-deep",
  "bg-red",
  "bg-amber",
  "bg-amber-wash",
  "bg-amber-ink",
  "bg-green",
  "bg-footer",
];

/** Every component in every state, in light and dark, for developers. */
export default function DesignScreen({ query }: { query: KitQuery }) {
  return (
    <>
      <Head
        title="Design"
        description="Every part of the design system in every state."
        robots="noindex"
      />
      <div className="page pt-10">
        <Breadcrumb
          trail={[
            { name: "Home", href: "/" },
            { name: "Cities", href: "/cities" },
            { name: "Design", href: "/design" },
          ]}
        />
        <h1 className="mt-4 font-extrabold text-4xl tracking-tight">Design</h1>
        <p className="mt-3 max-w-text text-soft">
          Enamelware on manila paper. The same parts in light and in dark.
        </p>
      </div>
      {["light", "dark"].map((theme) => (
        <div key={theme} data-theme={theme} className="mt-10 bg-paper py-10 text-ink">
          <Parts theme={theme} query={query} />
        </div>
      ))}
    </>
  );
}

function Parts({ theme, query }: { theme: string; query: KitQuery }) {
  return (
    <div className="page grid gap-12">
      <Part title={`Colors, ${theme}`}>
        <ul className="grid grid-cols-3 gap-3 sm:grid-cols-5">
          {COLORS.map((color) => (
            <li key={color} className="text-[0.8125rem]">
              <div className={`h-14 rounded border border-line ${color}`} />
              {color.slice(3)}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Letters">
        <p className="font-extrabold font-serif text-5xl">Besley 800</p>
        <p className="mt-2 font-serif font-semibold text-2xl">Besley 600 for names and headings</p>
        <p className="mt-2">
          Libre Franklin for text, <strong>strong where it matters</strong>, with{" "}
          <a className="link" href="/design">
            a link to this page
          </a>{" "}
          and <span className="text-soft">softer words</span>.
        </p>
      </Part>
      <Part title="Buttons and messages">
        <Buttons />
      </Part>
      <Part title="Badges, icons, pages">
        <div className="flex flex-wrap items-center gap-2">
          <span className="badge">Bakery</span>
          <span className="badge badge-amber">Featured</span>
          <span className="badge badge-blue">Verified Owner</span>
          <span className="open-state open-state-open">Open until 5 PM</span>
          <span className="open-state">Hours unknown</span>
        </div>
        <ul className="mt-4 flex flex-wrap gap-3">
          {ICON_NAMES.map((name) => (
            <li key={name}>
              <Icon name={name} />
            </li>
          ))}
        </ul>
        <Pager
          label={`Pages, ${theme}`}
          page={4}
          pageCount={9}
          hrefOf={(page) => `/design?page=${page}`}
        />
      </Part>
      <Part title="Fields and alerts">
        <label className="block max-w-sm">
          <span className="mb-1.5 block font-semibold">A field</span>
          <input className="field" placeholder="Enter city or town name..." />
        </label>
        <label className="filter mt-3">
          <input type="checkbox" /> Off
        </label>{" "}
        <label className="filter mt-3">
          <input type="checkbox" defaultChecked /> On
        </label>
        <div className="mt-4 max-w-lg">
          <Alert>City not found. Please check the URL and try again.</Alert>
        </div>
      </Part>
      <Part title="Shops: full, boosted, bare, with a photo that fails, without badges, long">
        <ul {...LIST} className="card-grid">
          {SHOPS.map((shop, index) => (
            <ShopCard key={shop.id} shop={shop} badges={index !== 4} />
          ))}
        </ul>
      </Part>
      <Part title="Towns and stories">
        <ul {...LIST} className="grid gap-4 md:grid-cols-3">
          {CITIES.map((city) => (
            <TownCard key={city.id} city={city} />
          ))}
        </ul>
        <ul {...LIST} className="card-grid mt-6">
          <StoryCard story={STORY} />
          <StoryCard story={{ ...STORY, prompt2Response: null, photoUrl: "/photo" }} />
        </ul>
      </Part>
      <Part title="Storefronts">
        <ul className="grid grid-cols-2 gap-3 md:grid-cols-4">
          {Array.from({ length: 12 }, (_, index) => `Corner Coffee ${index + 1}`).map((name) => (
            <li key={name} className="overflow-hidden rounded">
              {storefront(`${name} ${theme}`, name)}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="On their way">
        <TownSkeletons count={4} />
        <div className="mt-6">
          <CardSkeletons count={3} />
        </div>
      </Part>
      {theme === "light" && (
        <Part title="Newsletter">
          <NewsletterForm />
        </Part>
      )}
      <KitParts theme={theme} query={query} />
    </div>
  );
}

function Buttons() {
  const toast = useToast();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <button
        type="button"
        className="button button-primary"
        onClick={() =>
          toast({
            title: "Thanks for the upvote! ☕",
            text: "Your vote helps others discover great coffee shops.",
          })
        }
      >
        Show a message
      </button>
      <button
        type="button"
        className="button"
        onClick={() =>
          toast({
            title: "Upvote failed",
            text: "Please try again later.",
            destructive: true,
          })
        }
      >
        Show an error
      </button>
      <button type="button" className="button button-amber">
        Amber
      </button>
      <button type="button" className="button button-small">
        Small
      </button>
      <button type="button" className="button button-danger">
        Delete coffee shop
      </button>
      <button type="button" className="text-button">
        Add hours after a break
      </button>
      <button type="button" className="button button-primary" disabled>
        Subscribing...
      </button>
    </div>
  );
}
