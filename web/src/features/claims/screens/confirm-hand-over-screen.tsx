import { ProofPage } from "../../../components/sign-in/proof-page.tsx";
import { call } from "../../../kit/api.ts";
import { paths } from "../../../lib/paths.ts";

/** The page behind the links of a hand-over's mails: the present owner and the next one confirm, each for themselves (D43). */
export default function ConfirmHandOverScreen() {
  return (
    <ProofPage
      title="Confirm the hand-over"
      text="A coffee shop's listing is to pass to another owner. It does once both have confirmed."
      verb="Confirm the hand-over"
      send={(token) => call("post", "/api/hand-overs/confirm-link", { body: { token } })}
      thanks={({ shopName, slug, done, ownerConfirmed }) => ({
        title: done ? "The hand-over is done" : "You have confirmed",
        text: done
          ? `${shopName} has its new owner. Both of you have a mail about it.`
          : `${shopName} passes on once ${ownerConfirmed ? "the new owner" : "the present owner"} has confirmed, too.`,
        href: paths.shop(slug),
        link: `Open the page of ${shopName}`,
      })}
    />
  );
}
