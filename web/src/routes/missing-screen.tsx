import { useAlive } from "../lib/alive.ts";
import { Head } from "../lib/head.tsx";
import { paths } from "../lib/paths.ts";
import { Alert } from "../ui/alert.tsx";
import { storefront } from "../ui/storefront/storefront.tsx";
import type { Missing } from "./outcome.ts";

interface MissingText {
  title: string;
  text: string;
  action: { text: string; href: string };
}

const TEXTS: Record<Missing["kind"], MissingText> = {
  page: {
    title: "404 Page Not Found",
    text: "We couldn't find that page. The rest of Main Street is right where it was.",
    action: { text: "Go to the Home Page", href: paths.home() },
  },
  city: {
    title: "City Not Found",
    text: "City not found. Please check the URL and try again.",
    action: { text: "Browse All Cities", href: paths.cities() },
  },
  breakfast: noSpots("breakfast"),
  coffee: noSpots("coffee"),
  shop: {
    title: "Coffee Shop Not Found",
    text: "Coffee shop not found. Please check the URL and try again.",
    action: { text: "Browse Coffee Shops", href: paths.search() },
  },
  article: notInBlog("Article"),
  category: notInBlog("Category"),
  tag: notInBlog("Tag"),
  end: {
    title: "404 Page Not Found",
    text: "That page is past the end of the list.",
    action: { text: "Go to the Last Page", href: "?page=1" },
  },
  query: {
    title: "404 Page Not Found",
    text: "That link has an invalid filter.",
    action: { text: "Clear It", href: "?" },
  },
};

/** The best-of page of a town that doesn't exist. */
function noSpots(sought: string): MissingText {
  return {
    title: "City Not Found",
    text: `We couldn't find ${sought} spots for this location.`,
    action: { text: "Browse All Cities", href: paths.cities() },
  };
}

function notInBlog(sought: string): MissingText {
  return {
    title: `${sought} Not Found`,
    text: `${sought} not found. Please check the URL and try again.`,
    action: { text: "Coffee Shop Tips", href: paths.blog() },
  };
}

interface Props extends Missing {
  removed?: boolean;
}

/** The screen for a URL that leads nowhere. It never shows the URL, because its bytes are cached and shared. */
export function MissingScreen({ kind, last, reason, removed = false }: Props) {
  const { title, text, action } = TEXTS[kind];
  useAlive();
  return (
    <div className="page grid items-center gap-8 pt-12 md:grid-cols-2 md:pt-20">
      <Head title={title} description={text} robots="noindex" />
      <div>
        <h1 className="font-bold text-4xl leading-tight md:text-5xl">{title}</h1>
        <div className="mt-5 text-lg">
          {kind === "page" ? <p className="text-soft">{text}</p> : <Alert>{text}</Alert>}
        </div>
        {reason && <p className="mt-3 text-soft">{reason}</p>}
        {removed && <p className="mt-3 text-soft">This listing has been removed.</p>}
        <div className="mt-7 flex flex-wrap gap-3">
          <a
            className="button button-primary"
            href={last ?? action.href}
            // An unreadable URL is treated as missing; the router would take it for the current one.
            target={kind === "query" ? "_self" : undefined}
          >
            {action.text}
          </a>
          {kind === "page" && (
            <a className="button" href={paths.cities()}>
              Browse All Cities
            </a>
          )}
        </div>
      </div>
      <div className="overflow-hidden rounded-md border-[1.5px] border-rule">
        {storefront("closed-for-good-12", "Gone Fishing")}
      </div>
    </div>
  );
}
