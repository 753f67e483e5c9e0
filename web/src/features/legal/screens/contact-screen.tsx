import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { SupportAddress } from "../components/support-address.tsx";
import { TakeDownForm } from "../components/take-down-form.tsx";
import { TextPage } from "../components/text-page.tsx";

export default function ContactScreen() {
  const { name } = useSite();
  return (
    <TextPage
      title="Contact"
      description={`How to reach the people behind ${name}: corrections, listings, payments and everything else.`}
      path={paths.contact()}
      after={<TakeDownForm />}
    >
      <p className="text-xl">
        {"Write to us: "}
        <SupportAddress />
      </p>
      <h2>Something is wrong with a listing</h2>
      <p>
        <a href={paths.search()}>Find its page</a> and use the link "Suggest an edit" at its end; no
        account is needed. If it is your own shop, use "Claim This Business" there.
      </p>
      <h2>Your shop is missing</h2>
      <p>
        <a href={paths.listShop()}>List it</a>: a basic listing is free.
      </p>
      <h2>Payments and subscriptions</h2>
      <p>
        <a href={paths.manageSubscription()}>Manage your subscription</a>, or write to us with the
        name of the shop.
      </p>
    </TextPage>
  );
}
