import { paths } from "../../../lib/paths.ts";

const QUESTIONS = [
  {
    question: "How long does a boost last?",
    answer:
      "A monthly boost lasts as long as your subscription is active: it renews each month until you cancel. A one-time boost lasts 30 days and ends by itself. If the shop is boosted already, a one-time boost begins when the present one ends.",
  },
  {
    question: "When will I see results?",
    answer:
      "As soon as the payment is confirmed, your shop has its badge and moves up. How many more people open its page differs from town to town.",
  },
] as const;

/** What owners ask before they pay: duration, results, cancellation. */
export function Questions() {
  return (
    <section aria-labelledby="questions" className="ruled mt-14">
      <h2 id="questions" className="font-bold text-2xl">
        Frequently Asked Questions
      </h2>
      <dl className="mt-5 grid max-w-text gap-5">
        {QUESTIONS.map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-semibold">{question}</dt>
            <dd className="mt-1 text-soft">{answer}</dd>
          </div>
        ))}
        <div>
          <dt className="font-semibold">How do I cancel?</dt>
          <dd className="mt-1 text-soft">
            {"Anytime, under "}
            <a className="link" href={paths.manageSubscription()}>
              Manage Subscription
            </a>
            {
              ", with the email address that you paid with. The boost stays until the end of the paid month, and nothing more is charged. A one-time boost needs no cancelling."
            }
          </dd>
        </div>
      </dl>
      <p className="mt-6 max-w-text text-[0.9375rem] text-soft">
        {"Payments are processed by Stripe. See our "}
        <a className="link" href={paths.terms()}>
          Terms of Service
        </a>
        {"."}
      </p>
    </section>
  );
}
