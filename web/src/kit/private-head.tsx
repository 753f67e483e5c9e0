import { useSite } from "../lib/site.tsx";

/** Head of a browser-only screen, which can't be found or shared. */
export function PrivateHead({ title }: { title: string }) {
  const { name } = useSite();
  return (
    <>
      <title>{`${title} | ${name}`}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}
