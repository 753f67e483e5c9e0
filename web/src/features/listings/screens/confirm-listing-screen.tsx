import { ProofPage } from "../../../components/sign-in/proof-page.tsx";
import { call } from "../../../kit/api.ts";
import { paths } from "../../../lib/paths.ts";

/** The page behind the link in a listing's email (D42). */
export default function ConfirmListingScreen() {
  return (
    <ProofPage
      title="Confirm your listing"
      text="Press the button to confirm this email address. You can then edit the listing and tell your town's story."
      verb="Confirm my address"
      send={(token) => call("post", "/api/listings/confirm-link", { body: { token } })}
      again={(token) => call("post", "/api/listings/new-link", { body: { token } })}
      thanks={({ name, slug }) => ({
        title: "Your address is confirmed",
        text: `Thank you. You're signed in and can edit the listing for ${name}. We'll verify ownership within 2-3 business days.`,
        href: paths.listed(slug),
        link: `Go to ${name}`,
      })}
    />
  );
}
