import { useEffect, useRef } from "react";
import type { Answer } from "../../kit/api.ts";
import { useSite } from "../../lib/site.tsx";
import { Logo } from "../../ui/logo.tsx";

export type Tokens = Answer<"post", "/api/admin/site/look-preview">["tokens"];

interface Props {
  title: string;
  /** Colors that differ from those of this page; none shows them as they are. */
  tokens: Tokens;
  hasAwning: boolean;
}

/** A small page in light and one in dark, in given colors. */
export function LookPreview({ title, tokens, hasAwning }: Props) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 font-semibold">{title}</figcaption>
      <div className="grid grid-cols-1 gap-3">
        <Sample theme="light" tokens={tokens} hasAwning={hasAwning} />
        <Sample theme="dark" tokens={tokens} hasAwning={hasAwning} />
      </div>
    </figure>
  );
}

interface SampleProps extends Omit<Props, "title"> {
  theme: "light" | "dark";
}

function Sample({ theme, tokens, hasAwning }: SampleProps) {
  const { name } = useSite();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const style = box.current?.style;
    // Set by script, because the security policy allows no style in HTML.
    for (const token of tokens) style?.setProperty(token.name, token.value);
    return () => {
      for (const token of tokens) style?.removeProperty(token.name);
    };
  }, [tokens]);
  return (
    <div
      ref={box}
      data-theme={theme}
      className="overflow-hidden rounded-md border border-rule bg-paper text-ink"
    >
      <p className="flex items-center gap-2 px-4 py-2 font-bold font-serif">
        <Logo />
        {name}
      </p>
      {hasAwning && <div className="awning" />}
      <div className="grid justify-items-start gap-3 p-4">
        <span className="link">A link</span>
        <span className="button button-primary">List Your Shop</span>
        <span className="button button-amber">Featured</span>
      </div>
      <p className="bg-footer px-4 py-2 text-[0.9375rem] text-on-footer">{`© ${name}`}</p>
    </div>
  );
}
