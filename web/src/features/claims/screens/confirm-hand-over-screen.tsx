import { ProofPage } from "../../../components/sign-in/proof-page.tsx";
import { call } from "../../../kit/api.ts";
import { paths } from "../../../lib/paths.ts";

/** The page behind the links in a transfer's emails: the current owner and the next one each confirm (D43). */
export default function ConfirmHandOverScreen() {
  return (
    <ProofPage
      title="Confirm the transfer"
      text="This coffee shop's listing is moving to a new owner. It moves once both people confirm."
      verb="Confirm the transfer"
      send={(token) => call("post", "/api/hand-overs/confirm-link", { body: { token } })}
      thanks={({ shopName, slug, done, ownerConfirmed }) => ({
        title: done ? "Transfer complete" : "You have confirmed",
        text: done
          ? `${shopName} has a new owner. We've emailed you both.`
          : `${shopName} transfers once ${ownerConfirmed ? "the new owner" : "the current owner"} confirms, too.`,
        href: paths.shop(slug),
        link: `Go to ${shopName}`,
      })}
    />
  );
}
