import { ProofPage } from "../../../components/sign-in/proof-page.tsx";
import { call } from "../../../kit/api.ts";
import { paths } from "../../../lib/paths.ts";

/** The page behind the link of a claim's mail (D43). */
export default function ConfirmClaimScreen() {
  return (
    <ProofPage
      title="Confirm your claim"
      text="One press confirms that this email address is yours. It counts as evidence when a person decides about your claim."
      verb="Confirm my address"
      send={(token) => call("post", "/api/claims/confirm-link", { body: { token } })}
      thanks={({ shopName, slug, message }) => ({
        title: "Your address is confirmed",
        text: message,
        href: paths.shop(slug),
        link: `Open the page of ${shopName}`,
      })}
    />
  );
}
