import type { ReactNode } from "react";
import { paths } from "../../../lib/paths.ts";

interface Props {
  title: string;
  shop: { name: string; address: string; slug: string };
  rows: readonly { name: string; value: string | null | undefined }[];
  /** Status, in a sentence. */
  state: string;
  children?: ReactNode;
}

/** One boost, as a receipt. */
export function Receipt({ title, shop, rows, state, children }: Props) {
  return (
    <article
      aria-label={`${title}, ${shop.name}`}
      className="rounded-md border-[1.5px] border-rule bg-raised p-5"
    >
      <h3 className="font-bold text-xl">{title}</h3>
      <p className="mt-1">
        <a className="link" href={paths.shop(shop.slug)}>
          {shop.name}
        </a>
      </p>
      <p className="text-soft">{shop.address}</p>
      <p className="mt-3 font-semibold">{state}</p>
      <dl className="mt-3 grid gap-1 border-rule border-t border-dashed pt-3">
        {rows.map(
          ({ name, value }) =>
            value && (
              <div key={name} className="flex flex-wrap justify-between gap-x-4">
                <dt className="text-soft">{name}</dt>
                <dd className="tabular-nums">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {children}
    </article>
  );
}
