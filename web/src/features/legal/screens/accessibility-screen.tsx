import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { SupportAddress } from "../components/support-address.tsx";
import { TextPage } from "../components/text-page.tsx";

export default function AccessibilityScreen() {
  const { name } = useSite();
  return (
    <TextPage
      title="Accessibility"
      description={`How ${name} is made to be usable by everybody, what still falls short, and whom to tell.`}
      path={paths.accessibility()}
      updated="November 21, 2026"
    >
      <p>
        {`${name} is for everybody who likes coffee. We build it to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA.`}
      </p>

      <h2>What you can rely on</h2>
      <ul>
        <li>
          Everything works with a keyboard alone. The first stop on each page is a link to its
          content, and what has the focus is marked and never hidden.
        </li>
        <li>
          Reading, searching, browsing and filtering need no JavaScript. Forms that do say so.
        </li>
        <li>
          Pages fit a width of 320 pixels without scrolling sideways, and text can be enlarged to
          200 % or spaced as you like.
        </li>
        <li>
          Colours follow your system's choice of light, dark or more contrast, and nothing is said
          by colour alone. With reduced motion nothing moves.
        </li>
        <li>
          Headings, landmarks, tables and messages are marked so that screen readers can name them.
          Ratings and price levels are said in words.
        </li>
      </ul>

      <h2>How we check</h2>
      <p>
        Each change is tested automatically: the rules of axe on every public screen, light and
        dark, narrow and wide; the validity of the HTML; and journeys that use the keyboard alone.
        Automatic tests find only a part of the barriers, so we depend on what people tell us.
      </p>

      <h2>What falls short</h2>
      <p>
        Photos that shop owners upload may lack a good description. Websites of coffee shops that we
        link to are not ours.
      </p>

      <h2>Tell us</h2>
      <p>
        {"If something keeps you from using this site, please write to us: "}
        <SupportAddress />
        {
          ". Say which page it was and what you used, such as a browser or a screen reader. We answer within five working days. "
        }
        <a href={paths.contact()}>Other ways to reach us</a>.
      </p>
    </TextPage>
  );
}
