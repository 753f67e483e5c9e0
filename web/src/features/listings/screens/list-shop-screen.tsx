import { Head } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";
import { useSellsBoosts } from "../../../lib/site.tsx";
import { BoostFinder } from "../components/boost-finder.tsx";
import { ListingForm } from "../components/listing-form.tsx";
import { SideCards } from "../components/side-cards.tsx";

/** Listing a coffee shop for free, or finding a listed one to boost it. */
export default function ListShopScreen() {
  return (
    <div className="page pt-10 md:pt-14">
      <Head
        title="List Your Coffee Shop"
        description="List your independent coffee shop for free: hours, location and contact, seen by people looking for coffee in your town."
        path={paths.listShop()}
      />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">
        List Your Coffee Shop
      </h1>
      <p className="mt-4 max-w-text text-lg text-soft">
        A basic listing is free and stays free. Your page is public as soon as you press the button
        below. For independent coffee shops, not chains.
      </p>
      <div className="mt-8 grid grid-cols-1 items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <ListingForm />
        <SideCards />
      </div>
      {useSellsBoosts() && <BoostFinder />}
    </div>
  );
}
