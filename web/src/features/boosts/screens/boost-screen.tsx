import type { BoostVisibility, Shop } from "../../../api/types.ts";
import { Head } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";
import { townLabel } from "../../../lib/shop.ts";
import { useSellsBoosts, useSite } from "../../../lib/site.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Breadcrumb } from "../../../ui/breadcrumb.tsx";
import { storefront } from "../../../ui/storefront/storefront.tsx";
import { Benefits } from "../components/benefits.tsx";
import { BoostForm } from "../components/boost-form.tsx";
import { Questions } from "../components/questions.tsx";
import { TestNotice } from "../components/test-notice.tsx";
import { Unavailable } from "../components/unavailable.tsx";

interface Props {
  data: { shop: Shop; visibility: BoostVisibility | undefined };
}

/** A figure that couldn't be loaded is treated as unknown. */
const UNKNOWN: BoostVisibility = { percent: null, source: null };

/** Paying for a shop's featured placement. The only page that runs the payment provider's script. */
export default function BoostScreen({ data: { shop, visibility } }: Props) {
  const town = townLabel(shop);
  const sells = useSellsBoosts();
  return (
    <article className="page pt-8">
      <Head
        title={`Boost ${shop.name} in ${town}`}
        description={`Featured placement for ${shop.name} in ${town}.`}
        robots="noindex"
      />
      <div className="text-soft">
        <Breadcrumb
          trail={[
            { name: "Home", href: paths.home() },
            { name: shop.name, href: paths.shop(shop.slug) },
            { name: "Boost", href: paths.boost(shop.slug) },
          ]}
        />
      </div>
      <h1 className="mt-5 font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">
        {`Boost ${shop.name}`}
      </h1>
      <div className="mt-8 grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <aside
          aria-label="The coffee shop"
          className="overflow-hidden rounded-md border-[1.5px] border-rule bg-raised lg:sticky lg:top-28 lg:order-last"
        >
          <div className="hidden aspect-[16/9] sm:block">{storefront(shop.slug, shop.name)}</div>
          <div className="p-5">
            <p className="font-bold font-serif text-2xl leading-tight">{shop.name}</p>
            <p className="mt-1">{town}</p>
            {shop.address && <p className="mt-1 text-soft">{shop.address}</p>}
          </div>
        </aside>
        <div className="min-w-0">
          <section aria-labelledby="benefits">
            <h2 id="benefits" className="font-bold text-2xl">
              What you get
            </h2>
            <Benefits visibility={visibility ?? UNKNOWN} />
          </section>
          <TestNotice />
          <div className="mt-10">
            <Ordering shop={shop} />
          </div>
          {sells && <Questions />}
        </div>
      </div>
    </article>
  );
}

function Ordering({ shop }: { shop: Shop }) {
  const { payments } = useSite();
  if (shop.permanentlyClosed)
    return <Alert>This coffee shop is permanently closed, so it can't be boosted.</Alert>;
  return payments ? <BoostForm shop={shop} payments={payments} /> : <Unavailable />;
}
