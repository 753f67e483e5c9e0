import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { useApi } from "../../../kit/api.ts";
import { Async } from "../../../kit/states.tsx";
import { useNavigate } from "../../../lib/navigate.ts";
import { paths } from "../../../lib/paths.ts";
import { DeleteShop } from "../components/delete-shop.tsx";
import { MergeShops } from "../components/merge-shops.tsx";
import { type AdminShop, ShopBadges } from "../components/shop-badges.tsx";
import { ShopForm } from "../components/shop-form.tsx";
import { StoryEditor } from "../components/story-editor.tsx";

/** A coffee shop: facts, story, duplicates, deletion. */
export default function ShopScreen({ params }: { params: { id: string } }) {
  return (
    <AdminPage
      title="Edit coffee shop"
      tab={paths.adminShops()}
      action={
        <a className="link" href={paths.adminShops()}>
          All coffee shops
        </a>
      }
    >
      <Loaded id={params.id} />
    </AdminPage>
  );
}

function Loaded({ id }: { id: string }) {
  const shop = useApi("/api/admin/coffee-shops/{id}", { path: { id } });
  return (
    <Async result={shop} what="the coffee shop">
      {(loaded) => <Parts shop={loaded} />}
    </Async>
  );
}

function Parts({ shop }: { shop: AdminShop }) {
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
          <StoryEditor shop={shop} />
          <MergeShops shop={shop} />
          <section aria-labelledby="delete-title">
            <h3 id="delete-title" className="mb-3 font-bold text-xl">
              Delete
            </h3>
            <DeleteShop shop={shop} after={() => navigate(paths.adminShops())} />
          </section>
        </>
      )}
    </div>
  );
}
