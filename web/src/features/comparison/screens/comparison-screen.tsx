import type { ReactNode } from "react";
import { shopFacts } from "../../../components/shop-facts.tsx";
import { Head } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { LIST } from "../../../ui/list-role.ts";
import { storefront } from "../../../ui/storefront/storefront.tsx";
import { completeness, SAMPLES, type SampleProfile, type SampleShop } from "../samples.ts";

interface Props {
  query: { profile: string };
}

/** Three sample shops, before and after their profiles were filled in. The choice is in the URL, so it needs no script. */
export default function ComparisonScreen({ query: { profile } }: Props) {
  const site = useSite();
  const isEnhanced = profile === "enhanced";
  return (
    <article className="page pt-10 md:pt-14">
      <Head
        title="Profile Comparison"
        description={`What visitors of ${site.name} learn from a bare profile, and from a complete one: three sample shops.`}
        path={paths.comparison()}
        robots="noindex,follow"
      />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">
        Profile Comparison
      </h1>
      <p className="mt-4 max-w-text text-lg">
        The same three shops, twice: as they look when little more than the address is known, and
        with place data and the owner's own words.
      </p>
      <p className="mt-4 max-w-text rounded-md bg-amber-wash px-4 py-3 text-amber-ink">
        <strong>These are samples.</strong> The shops and all facts about them are invented.
      </p>
      <div className="mt-8">
        <Versions isEnhanced={isEnhanced} />
      </div>
      <ul className="mt-6 grid items-start gap-6 md:grid-cols-2 lg:grid-cols-3">
        {SAMPLES.map((shop) => (
          <Sample key={shop.slug} shop={shop} profile={isEnhanced ? shop.enhanced : shop.current} />
        ))}
      </ul>
      <section aria-labelledby="your-shop" className="mt-12 max-w-text">
        <h2 id="your-shop" className="font-bold text-2xl">
          Is your shop in the directory?
        </h2>
        <p className="mt-3">
          Hours, photos and your own description are free.{" "}
          <a className="link" href={paths.search()}>
            Find it
          </a>{" "}
          and claim it, or{" "}
          <a className="link" href={paths.listShop()}>
            list it
          </a>{" "}
          if it isn't here yet.
        </p>
      </section>
    </article>
  );
}

function Versions({ isEnhanced }: { isEnhanced: boolean }) {
  return (
    <nav aria-label="Version of the profiles" className="tab-links">
      <ul>
        <li>
          <a href={paths.comparison()} aria-current={isEnhanced ? undefined : "page"}>
            Current Profile
          </a>
        </li>
        <li>
          <a
            href={`${paths.comparison()}?profile=enhanced`}
            aria-current={isEnhanced ? "page" : undefined}
          >
            Enhanced
          </a>
        </li>
      </ul>
    </nav>
  );
}

function Sample({ shop, profile }: { shop: SampleShop; profile: SampleProfile }) {
  const { known, of, missing } = completeness(profile);
  return (
    <li className="overflow-hidden rounded-md border-[1.5px] border-rule bg-raised">
      <div className="aspect-[16/10] overflow-hidden bg-sunk">
        {storefront(shop.slug, shop.name)}
      </div>
      <div className="grid gap-3 p-5">
        <div>
          <span className="badge">Sample</span>
          <h2 className="mt-2 font-bold text-xl">{shop.name}</h2>
          <p className="text-soft">{shop.town}</p>
        </div>
        {shopFacts(profile.facts)}
        {profile.now && <p className="font-semibold">{profile.now}</p>}
        {profile.description && <p>{profile.description}</p>}
        <Badges profile={profile} />
        <Contact shop={shop} profile={profile} />
        <p className="border-line border-t pt-3 text-[0.9375rem] text-soft">
          <strong>{`${known} of ${of} facts known.`}</strong>
          {missing.length > 0 && ` Missing: ${missing.join(", ")}.`}
        </p>
      </div>
    </li>
  );
}

function Badges({ profile: { categories, amenities } }: { profile: SampleProfile }) {
  if (categories.length + amenities.length === 0) return null;
  return (
    <ul {...LIST} className="flex flex-wrap gap-2" aria-label="Categories and amenities">
      {categories.map((category) => (
        <li key={category} className="badge">
          {category}
        </li>
      ))}
      {amenities.map((amenity) => (
        <li key={amenity} className="badge badge-blue">
          <Icon name="check" className="size-3.5" />
          {amenity}
        </li>
      ))}
    </ul>
  );
}

/** Plain text: nothing here can be called or visited. */
function Contact({
  shop,
  profile: { hours, phone, website },
}: {
  shop: SampleShop;
  profile: SampleProfile;
}) {
  return (
    <dl className="grid gap-2 text-[0.9375rem]">
      <Fact name="Address">{shop.address}</Fact>
      <Fact name="Hours">
        {hours.length === 0
          ? "Hours unknown"
          : hours.map(([days, times]) => (
              <span key={days} className="block">
                {`${days}: ${times}`}
              </span>
            ))}
      </Fact>
      {phone && <Fact name="Phone">{phone}</Fact>}
      {website && <Fact name="Website">{website}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
