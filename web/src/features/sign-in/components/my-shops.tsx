import type { SignedInSession } from "../../../components/sign-in/owner-gate.tsx";
import { Empty } from "../../../kit/states.tsx";
import { paths } from "../../../lib/paths.ts";
import { LIST } from "../../../ui/list-role.ts";
import { storefront } from "../../../ui/storefront/storefront.tsx";

const ROLES = {
  owner: "You own this listing.",
  manager: "You help manage this listing.",
  submitter: "You listed it. We verify ownership within 2-3 business days.",
  administrator: "You're also signed in as the administrator.",
} as const;

/** The shops that the person can manage. */
export function MyShops({ shops }: Pick<SignedInSession, "shops">) {
  return (
    <section aria-labelledby="my-shops" className="mt-8">
      <h2 id="my-shops" className="sr-only">
        Shops
      </h2>
      {shops.length === 0 ? (
        <Empty
          action={
            <a className="button button-small" href={paths.listShop()}>
              List Your Shop
            </a>
          }
        >
          No coffee shops for this address yet. What was listed or claimed with it, and what waits
          for you, is below.
        </Empty>
      ) : (
        <ul {...LIST} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {shops.map(({ id, slug, name, role }) => (
            <li key={id} className="card overflow-hidden">
              <div className="aspect-[16/10]">{storefront(slug, name)}</div>
              <div className="card-text">
                <h3 className="font-bold text-xl">
                  <a className="card-link" href={paths.yourShop(slug)}>
                    {name}
                  </a>
                </h3>
                <p className="text-[0.9375rem] text-soft">{ROLES[role]}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
