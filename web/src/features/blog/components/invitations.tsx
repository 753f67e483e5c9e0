import { NewsletterForm } from "../../../components/newsletter-form.tsx";
import { paths } from "../../../lib/paths.ts";

/** Next steps for readers: subscribe, or list their own shop. */
export function Invitations() {
  return (
    <div className="no-print mt-16 grid grid-cols-1 gap-6 lg:grid-cols-[3fr_2fr]">
      <section
        aria-labelledby="newsletter"
        className="rounded-md border-[1.5px] border-rule bg-sunk p-6 md:p-8"
      >
        <h2 id="newsletter" className="font-bold text-2xl">
          Stay Connected to Local Coffee Culture
        </h2>
        <p className="mt-2 mb-5 text-soft">
          New coffee shops and stories from small towns, once a week.
        </p>
        <NewsletterForm />
      </section>
      <section
        aria-labelledby="owners"
        className="rounded-md border-[1.5px] border-rule bg-sunk p-6 md:p-8"
      >
        <h2 id="owners" className="font-bold text-2xl">
          Own a Coffee Shop?
        </h2>
        <p className="mt-2 text-soft">
          A basic listing is free: your hours, your address, and what makes your shop special.
        </p>
        <a className="button button-primary mt-5" href={paths.listShop()}>
          List Your Shop
        </a>
      </section>
    </div>
  );
}
