import { paths } from "../../../lib/paths.ts";

const QUESTIONS = [
  {
    question: "How long does a boost last?",
    answer:
      "A monthly boost renews each month until you cancel. A one-time boost lasts 30 days and doesn't renew. If the shop is already boosted, a one-time boost starts when the current boost ends, and days that are left when a monthly boost is bought follow its last month.",
  },
  {
    question: "When will I see results?",
    answer:
      "As soon as the payment is confirmed, your shop has its badge and moves up. How many more people open its page differs from town to town.",
  },
] as const;

/** Owners' questions before they pay: duration, results, cancellation. */
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
              " with the email address you paid with. The boost stays active until the end of the paid month, and you won't be charged again. A one-time boost ends on its own."
            }
          </dd>
        </div>
      </dl>
      <p className="mt-6 max-w-text text-[0.9375rem] text-soft">
        Payments are processed by Stripe. See our{" "}
        <a className="link" href={paths.terms()}>
          Terms of Service
        </a>
        {"."}
      </p>
    </section>
  );
}
