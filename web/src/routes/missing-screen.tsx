import { Head } from "../lib/head.tsx";
import { paths } from "../lib/paths.ts";
import type { MissingKind } from "../lib/route-definition.ts";

const TEXTS: Record<MissingKind, { title: string; text: string; link: string; href: string }> = {
  page: {
    title: "404 Page Not Found",
    text: "Did the address change? Start again from the home page.",
    link: "Go to the home page",
    href: paths.home(),
  },
  city: {
    title: "City Not Found",
    text: "City not found. Please check the URL and try again.",
    link: "Browse All Cities",
    href: paths.cities(),
  },
  shop: {
    title: "Coffee Shop Not Found",
    text: "Coffee shop not found. Please check the URL and try again.",
    link: "Browse Coffee Shops",
    href: paths.search(),
  },
};

/** The screen for an address that leads nowhere. It never shows the address: its bytes are cached. */
export function MissingScreen({ kind, removed = false }: { kind: MissingKind; removed?: boolean }) {
  const { title, text, link, href } = TEXTS[kind];
  return (
    <>
      <Head title={title} description={text} robots="noindex" />
      <h1>{title}</h1>
      <p role="alert">{text}</p>
      {removed && <p>This listing has been removed.</p>}
      <a href={href}>{link}</a>
    </>
  );
}
