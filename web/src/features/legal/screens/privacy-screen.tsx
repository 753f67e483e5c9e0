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
      description={`What ${name} keeps of its visitors and of shop owners, why, and for how long.`}
      path={paths.privacy()}
      updated="November 22, 2026"
    >
      <h2>Reading the directory</h2>
      <p>
        Reading sets no cookie and needs no account. Pages load nothing from other companies: fonts,
        pictures and scripts are our own. Our server's log notes requests for as long as it takes to
        keep the service running and safe.
      </p>

      <h2>Your location</h2>
      <p>
        We ask your browser for your location when you press the button for it; where you have
        already allowed it, the home page uses it at once. It is rounded to about a hundred yards,
        kept by your browser on your device, and used to find coffee shops near you. Without it the
        home page may guess a town from your network address, which we look up in a file of our own.
        Nothing of this is kept by us, or goes to a third party.
      </p>

      <h2>What is counted</h2>
      <p>
        We count how often pages are opened, how often the links to a shop's website, phone and map
        are pressed, how many votes a shop gets, what is searched for, and which shops a search
        showed, day by day. Of each text that is searched for we keep when it was last typed, and of
        a site that leads here its name, such as “search.example”, not the page. The counts hold no
        network address, no cookie and nothing else that says who it was. A browser that asks not to
        be tracked (“Do Not Track”) sends nothing to count.
      </p>

      <h2>Maps</h2>
      <p>
        A map opens when you ask for it, and your browser remembers that you did; we do not.{" "}
        {mapTiles
          ? `Its pictures come from ${hostOf(mapTiles.template)}, which thereby learns your network address and which part of the map you look at.`
          : "It is drawn from lines and names of our own; no other company is asked."}
        {
          " The links “Directions” and “View on a map” lead to Google and OpenStreetMap, which learn of it only when you follow them."
        }
      </p>

      <h2>Coffee passport</h2>
      <p>
        The coffee shops that you save and have been to, with your notes, are kept by your browser
        on your device. To show what is true of these shops now, your browser asks our server for
        their details, without a cookie or anything else that says who asks; we keep no record of
        the question. It also reads their pages, as every visitor does, and keeps them so that you
        can read them without a network. A link that you make holds your list in a part of the
        address that browsers send to nobody. “Remove everything” on the passport's page deletes all
        of it.
      </p>

      <h2>Upvotes</h2>
      <p>
        Your first upvote sets a cookie that holds a random number, so that one visitor is counted
        once. To keep scripts from voting we also keep a keyed hash of a part of the network
        address, which cannot be turned back into the address.
      </p>

      <h2>Suggestions</h2>
      <p>
        When you suggest an edit of a page or report that a shop has closed or is a chain, we keep
        what you say until somebody has decided about it, and after that with the shop, without
        anything that says who it was. Until the decision we also keep the random number of the
        cookie that an upvote sets, and a keyed hash of a part of the network address that changes
        every day, so that each visitor counts once; and your e-mail address, if you leave it, to
        tell you what became of it. Number, hash and address are deleted with the decision, or after
        half a year.
      </p>

      <h2>Newsletter</h2>
      <p>
        If you sign up, we keep your e-mail address and the towns you chose to send the newsletter,
        after you have confirmed it. Every issue has a link that ends it with one click; your
        address is then deleted, and a fingerprint from which nobody can read it stays, so that
        nobody signs you up against your will. Addresses that are never confirmed are deleted after
        seven days. Newsletters hold no picture that tells us whether you have read them.
      </p>

      <h2>Shop owners</h2>
      <p>
        When you list, claim or boost a shop we keep your name and e-mail address, to reach you and
        to prove that the shop is yours. They are never shown in the directory. Payments are handled
        by a card payment provider under its own privacy policy; card numbers never reach us.
      </p>

      <h2>Photos and figures of a shop</h2>
      <p>
        A photo that you add to your shop or story is made anew before it is kept: everything that a
        camera writes beside the picture, such as the place and the time, is gone. It is public with
        the words and the credit that you give it. A photo that you remove is no longer shown at
        once, and its files are deleted after 30 days; until then you can bring it back. Each change
        of your shop's page is kept with its time and with who made it, so that it can be undone.
      </p>
      <p>
        The figures that a shop's owner sees (views, searches that showed it, upvotes, and clicks on
        its website, phone number and directions) are the counts by day of “What is counted”. Nobody
        can learn from them who looked, searched or clicked. If you look after a shop, we ask you by
        email every 180 days at most whether its hours are still right.
      </p>

      <h2>What is public</h2>
      <p>
        What you write for a shop's page, and the stories and photos that you submit for it, are
        public once they are approved.
      </p>

      <h2>Your rights</h2>
      <p>
        {"You may ask what we keep of you, have it corrected, or have it deleted: "}
        <SupportAddress />.
      </p>
    </TextPage>
  );
}
