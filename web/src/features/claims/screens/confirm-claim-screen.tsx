import { ProofPage } from "../../../components/sign-in/proof-page.tsx";
import { call } from "../../../kit/api.ts";
import { paths } from "../../../lib/paths.ts";

/** The page behind the link in a claim's email (D43). */
export default function ConfirmClaimScreen() {
  return (
    <ProofPage
      title="Confirm your claim"
      text="Press the button to confirm this email address. It counts as evidence when we review your claim."
      verb="Confirm my address"
      send={(token) => call("post", "/api/claims/confirm-link", { body: { token } })}
      again={(token) => call("post", "/api/claims/new-link", { body: { token } })}
      thanks={({ shopName, slug, message }) => ({
        title: "Your address is confirmed",
        text: message,
        href: paths.shop(slug),
        link: `Go to ${shopName}`,
      })}
    />
  );
}
