import type { BoostVisibility, City, HomeWords, Shop, State } from "../../../api/types.ts";
import { NearMeButton } from "../../../components/near-me-button.tsx";
import { NewsletterForm } from "../../../components/newsletter-form.tsx";
import { ShopGrid } from "../../../components/shop-card.tsx";
import { SideNote } from "../../../components/side-note.tsx";
import { StateLinks } from "../../../components/state-links.tsx";
import { Head, JsonLd } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { Section } from "../../../ui/section.tsx";
import { CardSkeletons } from "../../../ui/skeleton.tsx";
import { MainStreet } from "../../../ui/storefront/storefront.tsx";
import { Destinations } from "../components/destinations.tsx";
import { HeroSearch } from "../components/hero-search.tsx";
import { OwnerCall } from "../components/owner-call.tsx";

interface Props {
  data: {
    words: HomeWords;
    cities: City[] | undefined;
    states: State[] | undefined;
    featured: Shop[] | undefined;
    recent: Shop[] | undefined;
    visibility: BoostVisibility | undefined;
  };
}

/** A figure that couldn't be loaded is treated as unknown. */
const UNKNOWN: BoostVisibility = { percent: null, source: null };

/** The radius of "near me" on the home page: half an hour's drive. */
const NEAR_MILES = 25;

const SIGNS = ["Hardware", "The Bakery", "Corner Coffee", "Books", "Barber", "The Gazette"];

export default function HomeScreen({
  data: { words, cities, states, featured, recent, visibility },
}: Props) {
  const site = useSite();
  return (
    <>
      <Head
        title={`${site.name}: ${words.slogan}`}
        bare
        description={words.description}
        path={paths.home()}
      />
      <JsonLd
        data={
          import.meta.env.SSR && {
            "@context": "https://schema.org",
            "@type": "WebSite",
            name: site.name,
            url: `${site.publicUrl}/`,
          }
        }
      />
      <section aria-labelledby="hero" className="hero">
        <div className="page relative z-20 pt-8 pb-6 md:pt-16">
          <div className="max-w-2xl">
            <h1
              id="hero"
              className="font-extrabold text-[2.375rem] leading-[1.08] tracking-tight sm:text-5xl md:text-6xl"
            >
              {words.slogan}
            </h1>
            <p className="mt-4 mb-7 text-lg leading-relaxed md:text-xl">{words.heroText}</p>
            <HeroSearch />
            <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
              <NearMeButton
                text="Coffee shops near me"
                className="bg-raised noscript:hidden"
                hrefAt={({ lat, lon }) => paths.search({ lat, lon, radius: NEAR_MILES })}
              />
              <a className="link py-1 font-semibold" href={paths.trip()}>
                Coffee on your way
              </a>
            </div>
          </div>
        </div>
        <div className="flex h-40 justify-center overflow-hidden sm:h-52 lg:h-64">
          <MainStreet signs={SIGNS} />
        </div>
      </section>

      <Destinations title={words.destinationsTitle} popular={cities} />
      {states && states.length > 0 && (
        <nav aria-labelledby="states" className="page mt-8">
          <h3 id="states" className="mb-1 font-semibold text-lg">
            Cities by state
          </h3>
          <StateLinks states={states} />
        </nav>
      )}

      {featured?.length !== 0 && (
        <Section
          id="featured"
          title={words.featuredTitle}
          text={words.featuredText}
          more={{ href: paths.featured(), text: "All featured shops" }}
        >
          {featured ? (
            <ShopGrid shops={featured} />
          ) : (
            <SideNote read="featured" what="the featured shops">
              <CardSkeletons count={3} />
            </SideNote>
          )}
        </Section>
      )}

      <OwnerCall words={words} visibility={visibility ?? UNKNOWN} />

      {recent?.length !== 0 && (
        <Section
          id="recent"
          title={words.recentTitle}
          text={words.recentText}
          more={{ href: paths.newest(), text: "All recent additions" }}
        >
          {recent ? (
            <ShopGrid shops={recent} badges={false} narrow />
          ) : (
            <SideNote read="recent" what="the newest shops">
              <CardSkeletons count={4} />
            </SideNote>
          )}
        </Section>
      )}

      <Section id="newsletter" title={words.newsletterTitle} text={words.newsletterText}>
        <NewsletterForm />
      </Section>
    </>
  );
}
