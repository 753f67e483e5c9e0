import type { Shop } from "../../../api/types.ts";
import { Head } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";
import { townLabel } from "../../../lib/shop.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Breadcrumb } from "../../../ui/breadcrumb.tsx";
import { storefront } from "../../../ui/storefront/storefront.tsx";
import { ClaimForm } from "../components/claim-form.tsx";

interface Props {
  data: { shop: Shop };
}

/** Claiming a listed shop as its owner. */
export default function ClaimScreen({ data: { shop } }: Props) {
  const town = townLabel(shop);
  return (
    <article className="page pt-8">
      <Head
        title={`Claim ${shop.name} in ${town}`}
        description={`Is ${shop.name} in ${town} your coffee shop? Claim its listing, for free.`}
        robots="noindex"
      />
      <div className="text-soft">
        <Breadcrumb
          trail={[
            { name: "Home", href: paths.home() },
            { name: shop.name, href: paths.shop(shop.slug) },
            { name: "Claim", href: paths.claim(shop.slug) },
          ]}
        />
      </div>
      <h1 className="mt-5 font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">
        Claim This Business
      </h1>
      <div className="mt-8 grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <aside
          aria-label="The coffee shop"
          className="overflow-hidden rounded-md border-[1.5px] border-rule bg-raised lg:sticky lg:top-28 lg:order-last"
        >
          <div className="aspect-[16/9]">{storefront(shop.slug, shop.name)}</div>
          <div className="p-5">
            <p className="font-bold font-serif text-2xl leading-tight">{shop.name}</p>
            <p className="mt-1">{town}</p>
            {shop.address && <p className="mt-1 text-soft">{shop.address}</p>}
          </div>
        </aside>
        {shop.ownerId ? (
          <div className="max-w-text">
            <Alert>
              This business has already been claimed. If you believe this is an error, please{" "}
              <a className="underline underline-offset-4" href={paths.contact()}>
                contact support
              </a>
              .
            </Alert>
            <p className="mt-5">
              {"Is it yours? "}
              <a className="link" href={paths.signIn()}>
                Sign in
              </a>
              {" with the email address you used for your claim."}
            </p>
          </div>
        ) : (
          <ClaimForm shop={shop} />
        )}
      </div>
    </article>
  );
}
