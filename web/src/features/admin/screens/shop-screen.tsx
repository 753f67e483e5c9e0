import type { ReactNode } from "react";
import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { listPlace } from "../../../components/admin/list/place.ts";
import { useApi } from "../../../kit/api.ts";
import { Async } from "../../../kit/states.tsx";
import { useNavigate } from "../../../lib/navigate.ts";
import { paths } from "../../../lib/paths.ts";
import { DeleteShop } from "../components/delete-shop.tsx";
import { MergeShops } from "../components/merge-shops.tsx";
import { type AdminShop, ShopBadges } from "../components/shop-badges.tsx";
import { ShopForm } from "../components/shop-form.tsx";
import { ShopRecord } from "../components/shop-record.tsx";
import { StoryEditor } from "../components/story-editor.tsx";

interface Props {
  params: { id: string };
  /** What its owner has, too: photos before `under`, and suggestions, figures and changes after it. */
  parts: (slug: string, under: ReactNode) => ReactNode;
}

/** A coffee shop and all that belongs to it. */
export default function ShopScreen({ params, parts }: Props) {
  return (
    <AdminPage
      title="Edit coffee shop"
      action={
        <a className="link" href={listPlace(paths.adminShops())}>
          All coffee shops
        </a>
      }
    >
      <Loaded id={params.id} parts={parts} />
    </AdminPage>
  );
}

function Loaded({ id, parts }: { id: string; parts: Props["parts"] }) {
  const shop = useApi("/api/admin/coffee-shops/{id}", { path: { id } });
  return (
    <Async result={shop} what="the coffee shop">
      {(loaded) => <Parts shop={loaded} parts={parts} />}
    </Async>
  );
}

function Parts({ shop, parts }: { shop: AdminShop; parts: Props["parts"] }) {
  const navigate = useNavigate();
  return (
    <div className="grid gap-12">
      <header>
        <h3 className="font-bold text-xl">{shop.name}</h3>
        <p className="mt-1 mb-3 text-soft">{shop.address}</p>
        <ShopBadges shop={shop} />
        <p className="mt-3 flex flex-wrap gap-4 text-[0.9375rem]">
          <a className="link" href={paths.shop(shop.slug)} target="_blank" rel="noreferrer">
            View Shop
          </a>
          <a className="link" href={paths.adminAudit({ subject: shop.id })}>
            History
          </a>
        </p>
      </header>
      {shop.isDeleted ? (
        <p className="max-w-text">
          This coffee shop is deleted. To edit it, undo the deletion in its history.
        </p>
      ) : (
        <>
          <ShopForm shop={shop} />
          {parts(
            shop.slug,
            <>
              <StoryEditor shop={shop} />
              <ShopRecord shop={shop} />
              <MergeShops shop={shop} />
            </>,
          )}
          <section aria-labelledby="delete-title">
            <h3 id="delete-title" className="mb-3 font-bold text-xl">
              Delete
            </h3>
            <DeleteShop shop={shop} after={() => navigate(listPlace(paths.adminShops()))} />
          </section>
        </>
      )}
    </div>
  );
}
