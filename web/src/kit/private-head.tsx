import { useSite } from "../lib/site.tsx";

/** Head of a screen that the browser draws alone: nobody finds or shares it. */
export function PrivateHead({ title }: { title: string }) {
  const { name } = useSite();
  return (
    <>
      <title>{`${title} | ${name}`}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}
