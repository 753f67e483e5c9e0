import { ProofPage } from "../../../components/sign-in/proof-page.tsx";
import { call } from "../../../kit/api.ts";
import { paths } from "../../../lib/paths.ts";

/** The page behind the link beside an invitation's code. */
export default function ConfirmManagerScreen() {
  return (
    <ProofPage
      title="Accept the invitation"
      text="Press the button to accept the invitation with this email address."
      verb="Accept the invitation"
      send={(token) => call("post", "/api/manager-invitations/accept-link", { body: { token } })}
      otherwise="Please open the invitation in the earlier email again. Its button sends you a new code."
      thanks={({ shopName, slug }) => ({
        title: `You help manage ${shopName}`,
        text: "You're signed in and can edit the page.",
        href: paths.yourShop(slug),
        link: `Open ${shopName}`,
      })}
    />
  );
}
