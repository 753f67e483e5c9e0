import { paths } from "../../../lib/paths.ts";
import { hostOf } from "../../../lib/shop.ts";
import { useSite } from "../../../lib/site.tsx";
import { SupportAddress } from "../components/support-address.tsx";
import { TextPage } from "../components/text-page.tsx";

export default function PrivacyScreen() {
  const { name, mapTiles } = useSite();
  return (
    <TextPage
      title="Privacy Policy"
      description={`What ${name} keeps about visitors and shop owners, why, and for how long.`}
      path={paths.privacy()}
      updated="November 22, 2026"
    >
      <h2>Browsing the directory</h2>
      <p>
        Browsing sets no cookie and needs no account. Pages load nothing from other companies:
        fonts, pictures and scripts are our own. Our server logs requests for as long as it takes to
        keep the service running and safe.
      </p>

      <h2>Your location</h2>
      <p>
        We ask your browser for your location when you press the button for it; if you have already
        allowed it, the home page uses it right away. It is rounded to about a hundred yards, kept
        by your browser on your device, and used to find coffee shops near you. Without it, the home
        page may guess a town from your IP address, which we look up in our own file. We keep none
        of this, and none of it goes to a third party.
      </p>

      <h2>What is counted</h2>
      <p>
        We count, by day, how often pages are opened, how often the links to a shop's website, phone
        and map are clicked, how many votes a shop gets, what people search for, and which shops a
        search showed. For each search text we keep when it was last used, and for a referring site
        only its name, such as “search.example”, not the page. The counts contain no IP address, no
        cookie and nothing else that identifies anyone. A browser that asks not to be tracked (“Do
        Not Track”) sends us nothing to count.
      </p>

      <h2>Maps</h2>
      <p>
        A map opens when you ask for it, and your browser remembers that; we don't.{" "}
        {mapTiles
          ? `Its pictures come from ${hostOf(mapTiles.template)}, which sees your IP address and which part of the map you're viewing.`
          : "It's drawn from our own data; no other company is contacted."}
        {
          " The links “Directions” and “View on a map” go to Google and OpenStreetMap, which learn about it only if you follow them."
        }
      </p>

      <h2>Coffee passport</h2>
      <p>
        The coffee shops you save and visit, and your notes, are stored by your browser on your
        device. To show current details for these shops, your browser requests them from our server
        without a cookie or anything else that identifies you; we keep no record of the request. It
        also downloads their pages, as for any visitor, and keeps them so you can read them offline.
        A link you create holds your list in a part of the URL that browsers don't send to anyone.
        “Remove everything” on the passport page deletes all of it.
      </p>

      <h2>Upvotes</h2>
      <p>
        Your first upvote sets a cookie with a random number, so each visitor is counted once. To
        keep scripts from voting, we also keep a keyed hash of part of the IP address, which can't
        be turned back into the address.
      </p>

      <h2>Suggestions</h2>
      <p>
        When you suggest an edit, or report that a shop has closed or is a chain, we keep your
        report until someone decides about it, and after that with the shop, without anything that
        identifies you. For a while we also keep the random number from the upvote cookie and a
        keyed hash of part of the IP address that changes every day, so each visitor counts once;
        and your email address, if you leave it, to let you know the result. The number, hash and
        address are deleted 30 days after the decision, or after six months without one.
      </p>

      <h2>Newsletter</h2>
      <p>
        If you sign up, we keep your email address and the towns you chose so we can send you the
        newsletter after you confirm. Every issue has a one-click unsubscribe link. Your address is
        then deleted, and we keep only a fingerprint that can't be turned back into it, so no one
        can sign you up against your will. Addresses that are never confirmed are deleted after
        seven days. Newsletters contain no images that tell us whether you read them.
      </p>

      <h2>Shop owners</h2>
      <p>
        When you list, claim or boost a shop, we keep your name and email address to reach you and
        to verify that the shop is yours. They are never shown in the directory. Payments are
        handled by a payment provider under its own privacy policy; card numbers never reach us.
      </p>

      <h2>A shop's photos and stats</h2>
      <p>
        A photo you add to your shop or story is re-encoded before it is stored, which removes
        everything else the camera recorded, such as location and time. It is public along with its
        description and credit. A photo you remove is hidden right away and its files are deleted
        after 30 days; until then you can restore it. Every change to your shop's page is kept with
        its time and author so it can be undone.
      </p>
      <p>
        The stats that a shop's owner sees (views, search appearances, upvotes, and clicks on its
        website, phone number and directions) are the daily counts described under “What is
        counted”. They don't reveal who looked, searched or clicked. If you manage a shop, we email
        you at most every 180 days to ask whether its hours are still right.
      </p>

      <h2>What is public</h2>
      <p>
        What you write for a shop's page, and the stories and photos you submit for it, are public
        once approved.
      </p>

      <h2>Your rights</h2>
      <p>
        {"You can ask what we keep about you, and have it corrected or deleted: "}
        <SupportAddress />.
      </p>
    </TextPage>
  );
}
