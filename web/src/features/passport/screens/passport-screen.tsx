import { type ReactNode, useEffect, useRef } from "react";
import { problemOf } from "../../../components/use-remarks.ts";
import { Head } from "../../../lib/head.tsx";
import {
  type KeptShop,
  keepForOffline,
  type Passport,
  type Remark,
  readPassport,
  remark,
  restore,
  today,
  usePassport,
} from "../../../lib/passport.ts";
import { paths } from "../../../lib/paths.ts";
import { EmptyPlace } from "../../../ui/empty-place.tsx";
import { LIST } from "../../../ui/list-role.ts";
import { Section } from "../../../ui/section.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { BroughtShops } from "../components/brought-shops.tsx";
import { DayField, KeptRow, type Presence } from "../components/kept-row.tsx";
import { Stamps } from "../components/stamps.tsx";
import { TakeAlong } from "../components/take-along.tsx";
import { dayText } from "../days.ts";
import { useDetails } from "../use-details.ts";
import { usePassportLink } from "../use-link.ts";

/** The passport page. The server renders its frame, which is the same for everyone; the device fills it in. */
export default function PassportScreen() {
  const passport = usePassport();
  const [brought, dismiss] = usePassportLink();
  const isEmpty = passport === null ? null : passport.length === 0;
  const title = useRef<HTMLHeadingElement>(null);
  const before = useRef({ isEmpty, what: brought.what });
  useEffect(() => {
    const isEmptied = isEmpty && before.current.isEmpty === false;
    const isAnswered = brought.what === "nothing" && before.current.what !== "nothing";
    before.current = { isEmpty, what: brought.what };
    // The pressed button has disappeared with its list or offer.
    if ((isEmptied || isAnswered) && document.activeElement === document.body)
      title.current?.focus({ preventScroll: true });
  }, [isEmpty, brought.what]);
  return (
    <article className="pt-10 md:pt-14">
      <Head
        title="Your Coffee Passport"
        description="Coffee shops you've saved and visited, kept only on your device."
        path={paths.passport()}
        robots="noindex"
      />
      <header className="page">
        <h1
          ref={title}
          tabIndex={-1}
          className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl"
        >
          Your coffee passport
        </h1>
        <p className="mt-3 max-w-text text-lg text-soft">
          The shops you saved, and a stamp for each one you've visited. It stays on this device: no
          account, and nothing is sent to us.
        </p>
        <noscript>
          <p className="mt-6 rounded-md bg-amber-wash px-4 py-3 text-amber-ink">
            Your passport lives in your browser, so this page needs JavaScript. The directory works
            without it.
          </p>
        </noscript>
        <BroughtShops brought={brought} onDone={dismiss} />
      </header>
      {passport === null ? <Waiting /> : <Pages passport={passport} />}
    </article>
  );
}

/** Shown during hydration. */
function Waiting() {
  return (
    <div className="page passport-waiting mt-8">
      <div className="skeleton h-72" />
      <div className="skeleton mt-16 h-40" />
    </div>
  );
}

function Pages({ passport }: { passport: Passport }) {
  const { data, isError, isFetching, refetch } = useDetails(passport);
  const saved = passport.filter((shop) => shop.saved);
  const visited = passport
    .filter((shop) => shop.visited !== null)
    .sort((one, other) => compare(other.visited, one.visited));
  const presenceOf = ({ id, gone }: KeptShop): Presence => {
    const shop = data?.shops.get(id);
    if (shop && !isError) return { state: "known", shop };
    if (gone) return { state: "gone" };
    return { state: isError ? "unreachable" : "loading" };
  };
  if (passport.length === 0) return <Nothing />;
  return (
    <>
      {isError && <Unreachable busy={isFetching} onRetry={() => refetch()} />}
      <div className="page mt-8">
        <Stamps visited={visited} offline={isError} />
      </div>
      <List id="saved" title={`Saved (${saved.length})`} empty="Nothing saved yet.">
        {saved.map((kept) => (
          <KeptRow key={kept.id} kept={kept} presence={presenceOf(kept)}>
            {kept.visited === null ? (
              <BeenHere kept={kept} />
            ) : (
              <span className="badge badge-blue">
                {kept.visited ? `Been on ${dayText(kept.visited)}` : "Been here"}
              </span>
            )}
            <Remove
              kept={kept}
              name={`Remove ${kept.name} from saved`}
              said={{ saved: false }}
              list="saved"
            />
          </KeptRow>
        ))}
      </List>
      <List id="been" title={`Been to (${visited.length})`} empty="No visits yet.">
        {visited.map((kept) => (
          <KeptRow key={kept.id} kept={kept} presence={presenceOf(kept)}>
            <DayField kept={kept} />
            <Remove
              kept={kept}
              name={`Remove the stamp for ${kept.name}`}
              said={{ visited: null }}
              list="been"
            />
          </KeptRow>
        ))}
      </List>
      <Section id="take-along" title="On another device">
        <TakeAlong passport={passport} />
      </Section>
    </>
  );
}

/** Unknown dates come last. */
function compare(one: string | null, other: string | null): number {
  return (one ?? "") < (other ?? "") ? -1 : Number(one !== other);
}

interface ListProps {
  id: string;
  title: string;
  empty: string;
  children: readonly ReactNode[];
}

function List({ id, title, empty, children }: ListProps) {
  return (
    <Section id={id} title={title}>
      {children.length > 0 ? (
        <ul {...LIST} className="kept-list">
          {children}
        </ul>
      ) : (
        <p className="text-soft">{empty}</p>
      )}
    </Section>
  );
}

function BeenHere({ kept }: { kept: KeptShop }) {
  const toast = useToast();
  const stamp = () => {
    const keeping = remark(kept, { visited: today() });
    if (keeping === "kept")
      toast({
        title: "Stamped",
        text: kept.name,
        action: { text: "Undo", run: () => remark(kept, { visited: null }) },
      });
    else toast(problemOf(keeping));
  };
  return (
    <button
      type="button"
      className="button button-small"
      aria-label={`Been here: ${kept.name}`}
      onClick={stamp}
    >
      Been here
    </button>
  );
}

interface RemoveProps {
  kept: KeptShop;
  /** For screen readers, because a shop may be in both lists. */
  name: string;
  said: Remark;
  /** The list it is removed from, whose heading gets the focus. */
  list: string;
}

function Remove({ kept, name, said, list }: RemoveProps) {
  const toast = useToast();
  const remove = () => {
    const place = readPassport().findIndex(({ id }) => id === kept.id);
    const keeping = remark(kept, said);
    if (keeping !== "kept") return toast(problemOf(keeping));
    keepForOffline();
    const heading = document.getElementById(list) ?? document.getElementById("content");
    if (heading) heading.tabIndex = -1;
    heading?.focus({ preventScroll: true });
    const undo = () => {
      const keeping = restore(kept, said, place);
      if (keeping === "kept") keepForOffline();
      else toast(problemOf(keeping));
    };
    toast({ title: "Removed", text: kept.name, action: { text: "Undo", run: undo } });
  };
  return (
    <button
      type="button"
      className="button button-small button-quiet"
      aria-label={name}
      onClick={remove}
    >
      Remove
    </button>
  );
}

function Unreachable({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <div className="page mt-8">
      <div
        role="status"
        className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-amber-wash px-4 py-3 text-amber-ink"
      >
        <p className="max-w-text">
          <strong>The directory can't be reached.</strong> This is what your device remembers; hours
          may have changed.
        </p>
        <button
          type="button"
          className="button button-amber button-small"
          disabled={busy}
          onClick={onRetry}
        >
          Try again
        </button>
      </div>
    </div>
  );
}

function Nothing() {
  return (
    <>
      <div className="page">
        <EmptyPlace slug="your-first-cup" sign="Your First Cup">
          <h2 className="font-bold text-2xl">Your first page is still blank</h2>
          <p className="mt-3 max-w-text text-[1.0625rem] leading-relaxed">
            Press the bookmark on a coffee shop's card, or “Save” on its page, to remember it; “Been
            here” stamps your passport. Both appear here and work offline.
          </p>
          <p className="mt-5">
            <a className="button button-primary" href={paths.cities()}>
              Browse Cities
            </a>
          </p>
        </EmptyPlace>
      </div>
      <Section id="take-along" title="From another device">
        <TakeAlong passport={[]} />
      </Section>
    </>
  );
}
