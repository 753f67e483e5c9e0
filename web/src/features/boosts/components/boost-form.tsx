import { useEffect, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import type { Shop, Site } from "../../../api/types.ts";
import { call, fieldProblems } from "../../../kit/api.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { TextField } from "../../../kit/form/inputs.tsx";
import { email, text, webAddress, z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { recallOwner, rememberOwner } from "../../../kit/known-owner.ts";
import { wasOwner } from "../../../lib/owner-mark.ts";
import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { track } from "../../../lib/track.ts";
import { useToast } from "../../../ui/toast.tsx";
import { confirmPayment, type Paid, PaymentRefused, settle } from "../pay.ts";
import { type PlanKey, plansOf } from "../plans.ts";
import type { Elements } from "../stripe.ts";
import { forgetCheckout, type Payer, useCheckout, whyNotBegun } from "../use-checkout.ts";
import { useStripe } from "../use-stripe.ts";
import { CardForm } from "./card-form.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { PaidPanel } from "./paid-panel.tsx";
import { type Offers, PlanTickets } from "./plan-tickets.tsx";
import { Unavailable } from "./unavailable.tsx";

/** Milliseconds to show the message before the shop's page opens. */
const BEFORE_THE_SHOP = 2000;

const MISSING = "Please provide your name and email address first.";

const UNKNOWN = "The payment didn't go through. Please try again.";

const schema = z.object({
  userName: text({ required: "Please enter your name", max: 120, label: "Your name" }),
  userEmail: email("Please enter a valid email address"),
  onlineStoreUrl: webAddress(),
  onlineStoreName: text({ max: 100, label: "Store name" }),
});

const FIELDS = ["userName", "userEmail", "onlineStoreUrl", "onlineStoreName"] as const;

interface Props {
  shop: Shop;
  payments: NonNullable<Site["payments"]>;
}

/** Payer, plan and card: one form from its first field to its last button. */
export function BoostForm({ shop, payments }: Props) {
  const plans = plansOf(useSite());
  const toast = useToast();
  const [provider, reload] = useStripe(payments);
  const { checkout, preparing, begin } = useCheckout(shop);
  const [elements, setElements] = useState<Elements | null>(null);
  const [isBroken, setBroken] = useState(false);
  const [problem, setProblem] = useState("");
  const [paid, setPaid] = useState<Paid | null>(null);
  const payment = useRef<HTMLHeadingElement>(null);
  const [offers, setOffers] = useState<Offers | null>(null);

  const prepare = async (plan: PlanKey, payer: Payer) => {
    setProblem("");
    try {
      return await begin(plan, payer);
    } catch (error) {
      const wrong = fieldProblems(error).filter(({ field }) => field in payer);
      for (const { field, message } of wrong)
        form.hook.setError(field as keyof Payer, { type: "server", message });
      const message = whyNotBegun(error, plan);
      toast({ title: "Error", text: message, destructive: true });
      setProblem(message);
      return null;
    }
  };

  const pay = async (payer: Payer): Promise<Paid> => {
    if (!checkout || !elements || typeof provider !== "object")
      throw new PaymentRefused({ type: "not_ready", message: "The card form is still loading." });
    const { error } = await elements.submit();
    if (error) throw new PaymentRefused(error);
    const current = isTold(payer, checkout.told) ? checkout : await prepare(checkout.plan, payer);
    if (current?.clientSecret !== checkout.clientSecret)
      throw new PaymentRefused({
        type: "changed",
        message: "Your details have changed. Please enter the card once more.",
      });
    const result = await confirmPayment(provider, elements, payer, shop);
    return result === "processing" ? "processing" : settle(shop, current, payer);
  };

  const form = useForm({
    id: "boost",
    schema,
    initial: { userName: "", userEmail: "", onlineStoreUrl: "", onlineStoreName: "" },
    submit: pay,
    done: (result) => {
      forgetCheckout(shop.id);
      setPaid(result);
      if (result !== "active") return;
      toast({
        title: "Boost Activated!",
        text: "Your coffee shop profile has been boosted successfully. Thank you for supporting local coffee!",
      });
      setTimeout(() => window.location.assign(paths.shop(shop.slug)), BEFORE_THE_SHOP);
    },
    refused: (error) => {
      if (!(error instanceof PaymentRefused)) {
        toast({ title: "Payment Failed", text: UNKNOWN, destructive: true });
        return false;
      }
      setProblem(error.message);
      if (!error.isTyping)
        toast({ title: "Payment Failed", text: error.message, destructive: true });
      return true;
    },
    mistaken: (payer) => sayWhatIsMissing(payer),
    failed: UNKNOWN,
    draft: `boost-${shop.slug}`,
  });
  const { hook } = form;

  const sayWhatIsMissing = ({ userName, userEmail }: Payer) => {
    if (userName.trim() === "" || userEmail.trim() === "")
      toast({ title: "Missing Information", text: MISSING, destructive: true });
  };

  const choose = async (plan: PlanKey) => {
    if (preparing !== null || form.busy) return;
    if (!(await hook.trigger(FIELDS))) {
      sayWhatIsMissing(hook.getValues());
      focusFirstMistake(form.id);
      return;
    }
    const payer = schema.parse(hook.getValues());
    rememberOwner({ name: payer.userName, email: payer.userEmail });
    const metadata = {
      plan_type: plan,
      plan_price: plans[plan].amount,
      ab_test: "pricing_comparison_v1",
    };
    track({
      eventType: "boost_plan_selected",
      coffeeShopId: shop.id,
      metadata: JSON.stringify(metadata),
    });
    if (await prepare(plan, payer))
      setTimeout(() => {
        payment.current?.focus();
        // What is paid, and the card below it, before the provider's frame is there: it minds being scrolled later.
        payment.current?.scrollIntoView();
      });
  };

  // A payment belongs to an address: a different one needs a new payment, prepared before the card is entered.
  hook.register("userEmail", {
    onBlur: () => {
      const { data: payer } = schema.safeParse(hook.getValues());
      if (checkout && payer && payer.userEmail !== checkout.told.userEmail)
        void prepare(checkout.plan, payer);
    },
  });

  useEffect(() => {
    // Until the form is sent, errors come from choosing a plan: one that is fixed disappears while typing.
    const { unsubscribe } = hook.watch((_, { name }) => {
      if (name && hook.getFieldState(name).invalid) void hook.trigger(name);
    });
    return unsubscribe;
  }, [hook]);

  useEffect(() => {
    // Asked only once: someone who listed or claimed a shop here, or is signed in, has already said it.
    const fill = ({ name, email: address }: { name?: string | null; email: string }) => {
      const { userName, userEmail } = hook.getValues();
      if (name && !userName) hook.setValue("userName", name);
      if (address && !userEmail) hook.setValue("userEmail", address);
    };
    fill(recallOwner());
    if (wasOwner())
      call("get", "/api/session").then(
        ({ person }) => person && fill(person),
        () => undefined,
      );
  }, [hook]);

  useEffect(() => {
    // Without it, both plans are offered, and the server refuses what is impossible.
    call("get", "/api/coffee-shops/{slugOrId}/boost-offers", { path: { slugOrId: shop.id } }).then(
      setOffers,
      () => undefined,
    );
  }, [shop.id]);

  const [userName, userEmail] = useWatch({
    control: hook.control,
    name: ["userName", "userEmail"],
  });
  const isNamed = userName.trim() !== "" && userEmail.trim() !== "";

  if (paid) return <PaidPanel paid={paid} shop={shop} />;
  const isUnavailable = provider === "unavailable" || isBroken;
  const retry = () => {
    setBroken(false);
    if (provider === "unavailable") reload();
  };
  const plan = checkout && plans[checkout.plan];
  return (
    <Form form={form} label={`Boost ${shop.name}`}>
      {/* While the payment is being confirmed, its data stays as it is. */}
      <div inert={form.busy}>
        <h2 className="ruled font-bold text-2xl">Your details</h2>
        <TextField
          form={form}
          name="userName"
          label="Your name"
          autoComplete="section-owner name"
        />
        <TextField
          form={form}
          name="userEmail"
          label="Email address"
          type="email"
          hint="For your receipt, and to manage the boost later."
          autoComplete="section-owner email"
        />
        <TextField
          form={form}
          name="onlineStoreUrl"
          label="Online store URL"
          type="url"
          optional
          hint={storeHint(shop.onlineStoreUrl)}
          autoComplete="section-shop url"
        />
        <TextField
          form={form}
          name="onlineStoreName"
          label="Store name"
          optional
          hint={
            shop.onlineStoreName ? `Leave it empty to keep “${shop.onlineStoreName}”.` : undefined
          }
          autoComplete="section-shop organization"
        />
        <h2 className="ruled mt-10 font-bold text-2xl">Choose your plan</h2>
        {offers?.stateLabel && (
          <p className="mt-4 rounded bg-amber-wash px-3 py-2 text-amber-ink">
            {`${offers.stateLabel} `}
            <a className="underline underline-offset-4" href={paths.manageSubscription()}>
              Manage Subscription
            </a>
          </p>
        )}
        {isUnavailable ? (
          <div className="mt-5">
            <Unavailable onRetry={retry} />
          </div>
        ) : (
          <PlanTickets
            plans={plans}
            chosen={checkout?.plan ?? null}
            preparing={preparing}
            disabled={provider === "loading"}
            offers={offers}
            choose={(key) => void choose(key)}
          />
        )}
      </div>
      {!plan && problem && <p className="form-failure">{problem}</p>}
      {plan && checkout && typeof provider === "object" && !isBroken && (
        <section aria-labelledby="payment">
          <h2
            id="payment"
            ref={payment}
            tabIndex={-1}
            className="ruled mt-10 scroll-mt-24 font-bold text-2xl outline-none"
          >
            Payment
          </h2>
          <OrderSummary plan={plan} shopName={shop.name} keptDays={checkout.keptDays} />
          <CardForm
            stripe={provider}
            clientSecret={checkout.clientSecret}
            payer={checkout.told}
            onReady={setElements}
            onUnavailable={() => setBroken(true)}
          />
          {checkout.storeLink === "owner_only" && (
            <p className="form-note">
              {`${shop.name} has a verified owner, and only the owner can set the store link. The boost works without it.`}
            </p>
          )}
          {problem && <p className="form-failure">{problem}</p>}
          <div className="mt-6 grid justify-items-start gap-3">
            <SubmitButton
              form={form}
              busy="Processing..."
              className="button button-amber"
              blocked={blockedBy(isNamed, elements !== null && preparing === null)}
            >
              {plan.verb}
            </SubmitButton>
          </div>
        </section>
      )}
    </Form>
  );
}

function storeHint(known: string | null) {
  const kept = known ? ` Leave it empty to keep ${known}.` : "";
  return `Where the “Buy Our Beans” button leads.${kept}`;
}

function blockedBy(isNamed: boolean, isReady: boolean): string | undefined {
  if (!isNamed) return MISSING;
  return isReady ? undefined : "The card form is loading.";
}

/** Whether the server already has all of it. */
const isTold = (payer: Payer, told: Payer) => FIELDS.every((name) => payer[name] === told[name]);

function focusFirstMistake(formId: string) {
  // React shows errors asynchronously.
  setTimeout(() =>
    document.querySelector<HTMLElement>(`#${formId} [aria-invalid="true"]`)?.focus(),
  );
}
