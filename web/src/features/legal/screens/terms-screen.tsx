import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { SupportAddress } from "../components/support-address.tsx";
import { TextPage } from "../components/text-page.tsx";

export default function TermsScreen() {
  const { name, publicUrl, monthlyBoostPrice, oneTimeBoostPrice } = useSite();
  return (
    <TextPage
      title="Terms of Service"
      description={`The terms under which ${name} lists coffee shops, and under which you may use it.`}
      path={paths.terms()}
      updated="November 22, 2026"
    >
      <h2>1. Acceptance of Terms</h2>
      <p>
        {`By using ${name} you agree to these terms. If you do not agree with them, please do not use the service.`}
      </p>

      <h2>2. Description of Service</h2>
      <p>
        {`${name} is a public directory of independent, non-franchise coffee shops in small towns and cities of the United States. Visitors search and read it without an account. Shop owners may list a shop, claim one, and pay for featured placement.`}
      </p>

      <h2>3. User Accounts and Registration</h2>
      <p>
        Visitors need no account. Owners confirm their email address with a code that we send to it.
        You are responsible for what is done from your address, and for keeping the information
        about your shop true and up to date.
      </p>

      <h2>4. Coffee Shop Listings</h2>
      <p>
        <strong>Free listings.</strong> A basic listing is free: hours, location, description and
        photos. Listings are for independent coffee shops, not chains. Their information must be
        accurate, and you must have the rights to the images. We may correct, merge or remove a
        listing that is wrong, a duplicate, or not an independent coffee shop.
      </p>
      <p>
        <strong>Boost subscriptions.</strong>
        {` Featured placement costs ${monthlyBoostPrice} per month as a subscription, or ${oneTimeBoostPrice} once for 30 days. It places a shop before others in its town, with a badge that says so. It never changes the community ranking.`}
      </p>

      <h2>5. Acceptable Use Policy</h2>
      <p>You agree not to:</p>
      <ul>
        <li>list shops that don't exist or that you don't represent;</li>
        <li>vote by script, or otherwise try to manipulate the ranking;</li>
        <li>submit text or pictures that are unlawful, abusive or someone else's property;</li>
        <li>disrupt the service, or access data that isn't public.</li>
      </ul>

      <h2>6. Content and Intellectual Property</h2>
      <p>
        What you submit stays yours. You allow us to show it in the directory and in emails about
        it. Parts of the directory come from open data under its own licenses, which are listed on
        the page <a href={paths.dataSources()}>Data Sources</a>.
      </p>

      <h2>7. Payment Terms</h2>
      <p>
        Payments are made through a card payment provider; we never see your card's number.
        Subscriptions are billed monthly in advance and renew until cancelled. After you cancel, a
        boost lasts until the end of the paid period. Price changes are announced 30 days ahead.
      </p>

      <h2>8. Disclaimers and Limitations</h2>
      <p>
        The service is provided as is. Hours, prices and ratings change and may be wrong; please
        call before a long drive. We do not promise any number of visitors to a listed shop.
      </p>

      <h2>9. Limitation of Liability</h2>
      <p>
        As far as the law allows, our liability is limited to the amount you paid us in the prior 12
        months.
      </p>

      <h2>10. Termination</h2>
      <p>
        You may stop using the service at any time and ask us to remove your listing. We may end
        access for those who break these terms.
      </p>

      <h2>11. Changes to Terms</h2>
      <p>
        We may change these terms. The date at the top says when they last changed; owners with a
        subscription are notified by email before a change takes effect.
      </p>

      <h2>12. Governing Law</h2>
      <p>
        These terms are governed by the laws of the United States and of the state in which the
        operator of the service resides.
      </p>

      <h2>13. Contact Information</h2>
      <p>
        {"Questions about these terms: "}
        <SupportAddress />
        {". Website: "}
        <a href={paths.home()}>{publicUrl}</a>.
      </p>
    </TextPage>
  );
}
