import { type ReactNode, useState } from "react";
import {
  Compared,
  type Difference,
  DifferenceList,
  realDifferences,
} from "../../../kit/differences/difference-list.tsx";
import { agoText, dayText } from "../../../kit/time.ts";
import { paths } from "../../../lib/paths.ts";
import { changesOf, factsOf, type QuestionChange } from "./import-changes.ts";
import {
  apartBriefly,
  apartText,
  hoursDoubt,
  type Question,
  safeAddress,
  sourceText,
  whyAsked,
} from "./import-words.ts";
import { OtherShop } from "./other-shop.tsx";
import { Answers } from "./question-answers.tsx";
import { besideAddress, differenceText, mapAddress } from "./question-words.ts";
import { useDecisions } from "./use-decisions.ts";

interface Props {
  question: Question;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

/** A pending record next to the shop that it may duplicate, with the possible decisions: short enough for three on a screen. */
export function ImportQuestion({ question, isSelected, onSelect }: Props) {
  const { name, similarSlug, source, namedTwice, version } = question;
  const why = whyAsked(question);
  const facts = factsOf(question);
  const real = realDifferences(facts);
  const doubt = doubtOf(question);
  const [changes, setChanges] = useState<QuestionChange[]>([]);
  const decisions = useDecisions(question, {
    onStale: (now) => setChanges(changesOf(question, now)),
    onDone: () => onSelect(false),
  });
  // A shop's existing facts are only overwritten on request.
  const lacking = () => new Set(real.filter(({ now }) => now === "").map(({ field }) => field));
  const [ticks, setTicks] = useState<Ticks>(() => ({ version, fields: lacking() }));
  // What was ticked was about the facts as they were.
  const accepted = ticks.version === version ? ticks.fields : lacking();
  return (
    <div className={`question ${similarSlug ? "question-double" : ""}`}>
      <label className="question-select">
        <input
          type="checkbox"
          checked={isSelected}
          onChange={({ target }) => onSelect(target.checked)}
        />
        <span className="sr-only">{`Select: ${name}`}</span>
      </label>
      <div className="min-w-0">
        <h4 className="break-words font-semibold text-lg leading-snug max-md:text-base">{name}</h4>
        <Origin question={question} />
        <p className="question-reason">
          <span className="badge badge-amber mr-2">{why.title}</span>
          {why.text}
          {namedTwice && <strong>{` ${sourceText(source)} names it twice.`}</strong>}
        </p>
        {similarSlug ? (
          <div className="grid gap-x-5 md:mt-1 md:grid-cols-2">
            <div className={question.address || question.point ? "" : "max-md:hidden"}>
              <Side title="Imported record" short="Record">
                <Place question={question} />
              </Side>
            </div>
            <Shop question={question} slug={similarSlug} />
          </div>
        ) : (
          <p className="mt-1 break-words text-[0.9375rem]">
            <Place question={question} />
          </p>
        )}
      </div>
      {changes.length > 0 && <Changed changes={changes} />}
      <div className="question-facts">
        {doubt && <HoursDoubt doubt={doubt} />}
        {similarSlug ? (
          real.length > 0 && (
            <details>
              <summary>
                {differenceText(real)}
                {doubt && <span className="text-amber-ink md:hidden"> Check the hours.</span>}
              </summary>
              <DifferenceList
                differences={facts}
                accepted={accepted}
                onAccept={(fields) => setTicks({ version, fields })}
              />
            </details>
          )
        ) : (
          <Facts facts={facts} />
        )}
        <OtherShop question={question} decisions={decisions} />
      </div>
      <Answers question={question} decisions={decisions} accepted={accepted} count={real.length} />
    </div>
  );
}

/** A pending record beside the shop that it may be, and what differs, to be decided elsewhere. */
export function QuestionBeside({ question }: { question: Question }) {
  const facts = factsOf(question);
  const real = realDifferences(facts);
  const doubt = doubtOf(question);
  return (
    <div className="mt-3">
      <Origin question={question} />
      {question.similarSlug ? (
        <div className="mt-2 grid gap-x-5 gap-y-2 md:grid-cols-2">
          <Side title="Imported record" short="Record">
            <strong>{question.name}</strong>
            {", "}
            <Place question={question} />
          </Side>
          <Shop question={question} slug={question.similarSlug} />
        </div>
      ) : (
        <p className="mt-1 break-words text-[0.9375rem]">
          <Place question={question} />
        </p>
      )}
      <div className="mt-3 text-[0.9375rem]">
        {doubt && <HoursDoubt doubt={doubt} />}
        {question.similarSlug ? (
          <dl className="grid gap-2">
            {real.map(({ field, label, now, suggested }) => (
              <div key={field}>
                <dt className="text-soft">{label}</dt>
                <dd className="grid gap-x-5 md:grid-cols-2">
                  <span>{`Record: ${suggested || "nothing"}`}</span>
                  <span>{`Shop: ${now || "nothing"}`}</span>
                </dd>
              </div>
            ))}
          </dl>
        ) : (
          <Facts facts={facts} />
        )}
      </div>
    </div>
  );
}

interface Ticks {
  version: number;
  fields: ReadonlySet<string>;
}

/** Where the record is from, in one line. */
function Origin({ question }: { question: Question }) {
  const { name, number, createdAt, source, sourceId, sourceUrl, refreshedAt } = question;
  const page = safeAddress(sourceUrl);
  // Records of lists without IDs have a made-up one, which means nothing to anyone.
  const id = sourceId.includes("|") ? "" : `, ${sourceId}`;
  const date = refreshedAt ? `, as of ${dayText(refreshedAt)}` : "";
  return (
    <p className="question-aside break-words text-[0.875rem] text-soft leading-snug">
      {`From ${sourceText(source)}${id}${date}. Record ${number}, imported ${agoText(createdAt)}.`}
      {page && (
        <>
          {" "}
          <a className="link" href={page} target="_blank" rel="noopener noreferrer nofollow">
            Source record
            <span className="sr-only">{` of ${name} in a new window`}</span>
          </a>
        </>
      )}
    </p>
  );
}

const TITLES = ["When you opened it", "Now"] as const;

/** What an import or an edit changed before the decision arrived. */
function Changed({ changes }: { changes: QuestionChange[] }) {
  return (
    <div role="alert" className="question-changed rounded-md border-2 border-ink bg-amber-wash p-4">
      <p className="font-semibold">This has changed since you opened it. Nothing was decided.</p>
      <div className="differences">
        <ul>
          {changes.map(({ label, before, now }) => (
            <li key={label}>
              <h4>{label}</h4>
              <Compared now={before} suggested={now} titles={TITLES} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Where a record or a shop is, on a map of another site. */
function MapLink({ point, name }: { point: Question["point"]; name: string }) {
  if (!point) return null;
  return (
    <>
      {" "}
      <a
        className="link whitespace-nowrap"
        href={mapAddress(point)}
        target="_blank"
        rel="noopener noreferrer nofollow"
      >
        Map<span className="sr-only">{` of ${name} in a new window`}</span>
      </a>
    </>
  );
}

/** Where the record says it is. On a phone, a street that the shop beside it shares its town with stands alone. */
function Place({ question }: { question: Question }) {
  const { address, point, name, similarAddress } = question;
  const { own, shared } = besideAddress(address || "No address", similarAddress ?? "");
  return (
    <>
      {own}
      {shared && <span className={own && "question-shared"}>{shared}</span>}
      <MapLink point={point} name={name} />
    </>
  );
}

interface SideProps {
  title: string;
  /** The title on a phone. */
  short: string;
  /** Beside the title. */
  note?: string;
  children: ReactNode;
}

function Side({ title, short, note, children }: SideProps) {
  return (
    <div className="question-side">
      <div className="question-side-title">
        <h5>
          <span className="max-md:sr-only">{title}</span>
          <span className="md:hidden" aria-hidden>
            {short}
          </span>
        </h5>
        {note && <p className="question-shared">{note}</p>}
      </div>
      <p>{children}</p>
    </div>
  );
}

/** The shop beside the record. On a phone its address is what differs from the record's. */
function Shop({ question, slug }: { question: Question; slug: string }) {
  const { address, similarName, similarAddress, similarPoint, meters } = question;
  const name = similarName ?? slug;
  const { own, shared } = besideAddress(similarAddress || "no address", address);
  return (
    <Side
      title="Shop in the directory"
      short="Shop"
      note={meters === null ? "Distance unknown" : apartText(meters)}
    >
      <a className="link font-semibold" href={paths.shop(slug)} target="_blank" rel="noreferrer">
        {name}
        <span className="sr-only"> in a new window</span>
      </a>
      {`, ${own}`}
      {own === "" && (
        <span className="question-brief" aria-hidden>
          same address
        </span>
      )}
      {shared && <span className="question-shared">{shared}</span>}
      {meters !== null && (
        <span className="question-brief whitespace-nowrap" aria-hidden>
          {`, ${apartBriefly(meters)}`}
        </span>
      )}
      <MapLink point={similarPoint} name={name} />
    </Side>
  );
}

/** What is odd about the record's hours; null if nothing is. */
function doubtOf({ differences, repeatedDays }: Question): string | null {
  const hours = differences.find(({ field }) => field === "hours")?.suggested;
  return hours ? hoursDoubt(hours, repeatedDays) : null;
}

function HoursDoubt({ doubt }: { doubt: string }) {
  return <p className="question-aside basis-full text-amber-ink">{doubt}</p>;
}

/** How many facts are shown before the rest is opened, and up to which length: a week's hours take five lines of a phone. */
const FEW = 3;
const BRIEF = 60;

/** The facts of a record that resembles no shop, but for its name and address. */
function Facts({ facts }: { facts: Difference[] }) {
  const others = facts.filter(({ field }) => field !== "name" && field !== "address");
  if (others.length === 0) return null;
  const brief = others.filter(({ suggested }) => suggested.length <= BRIEF).slice(0, FEW);
  const more = others.filter((fact) => !brief.includes(fact));
  return (
    <>
      <FactList facts={brief} />
      {more.length > 0 && (
        <details>
          <summary>{more.map(({ label }) => label).join(", ")}</summary>
          <FactList facts={more} />
        </details>
      )}
    </>
  );
}

function FactList({ facts }: { facts: Difference[] }) {
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1">
      {facts.map(({ field, label, suggested }) => (
        <div key={field} className="min-w-0 break-words">
          <dt className="inline text-soft">{`${label}: `}</dt>
          <dd className="inline">{suggested}</dd>
        </div>
      ))}
    </dl>
  );
}
