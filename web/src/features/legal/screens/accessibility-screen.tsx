import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { SupportAddress } from "../components/support-address.tsx";
import { TextPage } from "../components/text-page.tsx";

export default function AccessibilityScreen() {
  const { name } = useSite();
  return (
    <TextPage
      title="Accessibility"
      description={`How we make ${name} work for everyone, what still falls short, and how to tell us.`}
      path={paths.accessibility()}
      updated="November 21, 2026"
    >
      <p>
        {`${name} is for everyone who likes coffee. We build it to meet the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.`}
      </p>

      <h2>What you can rely on</h2>
      <ul>
        <li>
          Everything works with a keyboard alone. The first stop on each page is a link to its
          content, and what has the focus is marked and never hidden.
        </li>
        <li>
          You can read, search, browse and filter without JavaScript. Forms that need it say so.
        </li>
        <li>
          Pages fit a 320-pixel-wide screen without sideways scrolling, and you can enlarge text to
          200% or change its spacing.
        </li>
        <li>
          Colors follow your system's light, dark or high-contrast setting, and color is never the
          only signal. With reduced motion on, nothing moves.
        </li>
        <li>
          Headings, landmarks, tables and messages are marked up for screen readers. Ratings and
          price levels are spelled out.
        </li>
      </ul>

      <h2>How we check</h2>
      <p>
        Every change is tested automatically: axe on every public page, light and dark, narrow and
        wide; valid HTML; and keyboard-only journeys. Automated tests catch only some barriers, so
        we rely on what people tell us.
      </p>

      <h2>What falls short</h2>
      <p>
        Photos that shop owners upload may lack a good description. Websites of coffee shops that we
        link to are not ours.
      </p>

      <h2>Tell us</h2>
      <p>
        {"If something gets in your way on this site, please write to us: "}
        <SupportAddress />
        {
          ". Tell us which page it was and what you used, such as your browser or screen reader. We reply within five business days. "
        }
        <a href={paths.contact()}>Other ways to reach us</a>.
      </p>
    </TextPage>
  );
}
