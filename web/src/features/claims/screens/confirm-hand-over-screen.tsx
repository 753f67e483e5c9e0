import { useState } from "react";
import { useLinkToken } from "../../../components/sign-in/link-entry.tsx";
import { ProofPage } from "../../../components/sign-in/proof-page.tsx";
import { type Answer, call } from "../../../kit/api.ts";
import { paths } from "../../../lib/paths.ts";
import { SeenTransfer } from "../components/seen-transfer.tsx";

type Progress = Answer<"post", "/api/hand-overs/confirm-link">;

const thanks = (progress: Progress) =>
  progress.isOwnAddress ? thanksForAddress(progress) : thanksForTransfer(progress);

const thanksForAddress = ({ done, ownerConfirmed }: Progress) => ({
  title: done ? "Your address has changed" : "You have confirmed",
  text: done
    ? "From now on, you sign in with your new address."
    : `The change takes effect once your ${ownerConfirmed ? "new" : "old"} address is confirmed, too.`,
  href: paths.yourShops(),
  link: "Your coffee shops",
});

const thanksForTransfer = ({ shopName, slug, done, ownerConfirmed }: Progress) => ({
  title: done ? "Transfer complete" : "You have confirmed",
  text: done
    ? `${shopName} has a new owner. We've emailed you both.`
    : `${shopName} transfers once ${ownerConfirmed ? "the new owner" : "the current owner"} confirms, too.`,
  href: paths.shop(slug),
  link: `Go to ${shopName}`,
});

/** Tokens of codes are shorter than those of the links that show a transfer. */
const LONGEST_CODE_TOKEN = 64;

/** The pages behind the links in a transfer's emails: the current owner and the next one each confirm (D43). */
export default function ConfirmHandOverScreen() {
  // Read before the address is cleaned; the page of a code's link reads it for itself.
  const [isLong] = useState(
    () =>
      (new URLSearchParams(window.location.hash.slice(1)).get("token") ?? "").length >
      LONGEST_CODE_TOKEN,
  );
  return isLong ? <Shown /> : <ByCode />;
}

function Shown() {
  const token = useLinkToken();
  return <SeenTransfer token={token ?? ""} thanks={thanks} />;
}

function ByCode() {
  return (
    <ProofPage
      title="Confirm the transfer"
      text="This coffee shop's page is moving to a new owner, or to its owner's new address. It moves once both sides confirm."
      verb="Confirm the transfer"
      send={(token) => call("post", "/api/hand-overs/confirm-link", { body: { token } })}
      again={(token) => call("post", "/api/hand-overs/new-link", { body: { token } })}
      thanks={thanks}
    />
  );
}
